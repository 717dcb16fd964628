/** Tools by hand whose schemas are classes, and marked functions: see class-schemas.test.ts. */
import { Exclude } from 'class-transformer';
import { IsEmail, Max, MinLength } from 'class-validator';
import { tool, Tool, type ToolInit } from '../../../src/index.js';

/** Without any decorator. */
export class Place {
  name!: string;
  opened?: Date;
}

/** What to look for. */
export class SearchDto {
  /** The words. */
  @MinLength(2)
  query!: string;
  @Max(50)
  limit = 10;
  near?: Place;
  tags: Set<string> = new Set();
}

export class ResultDto {
  hits!: string[];
  at!: Date;
  @Exclude()
  secret?: string;
}

/** Given only where its type tells it. */
export class Contact {
  @IsEmail()
  mail!: string;
}

/** What the last handler got. */
export const got: { args?: unknown } = {};

export const search = new Tool({
  name: 'search',
  inputSchema: SearchDto,
  outputSchema: ResultDto,
  handler(args) {
    got.args = args;
    const result = new ResultDto();
    result.hits = [args.query.toUpperCase(), String(args.limit), args.near?.name ?? '-', args.near?.opened?.toISOString() ?? '-'];
    result.at = new Date(0);
    result.secret = 'hidden';
    return result;
  },
});

const init = { name: 'write', inputSchema: Contact, outputSchema: null, handler: ({ mail }: Contact) => mail };
export const write = new Tool(init);

export const plain = new Tool({
  name: 'plain',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  outputSchema: Place,
  handler: ({ query }) => (query === 'bad' ? { name: 1 } : { name: query }),
});

const options: ToolInit = { name: 'listed', outputSchema: { type: 'array', items: { type: 'string' } } };
export const listed = new Tool({ ...options, inputSchema: Place, handler: ({ name }) => [name] });

/** Adds two numbers.
 * @deprecated */
export const add = tool(
  function add(left: number, right = 2): number {
    return left + right;
  },
  { title: 'Sum' },
);

/** Looks one up. */
export const lookUp = tool(async ({ query }: SearchDto): Promise<ResultDto | undefined> => Promise.reject(new Error(query)), {
  name: 'look_up',
});
