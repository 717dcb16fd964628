/** JSON-Schema-Test-Suite, which lies beside the repository: groups of a schema and values with their verdicts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonSchema } from '../../src/types.js';

const folder = resolve('..', 'shared', 'data', 'json-schema-test-suite');

export const isThere = existsSync(folder);

export interface Case {
  description: string;
  data: unknown;
  valid: boolean;
}

export interface Group {
  draft: Draft;
  file: string;
  description: string;
  schema: JsonSchema | boolean;
  tests: Case[];
}

export type Draft = 'draft2020-12' | 'draft7';

const dialects: Record<Draft, string> = {
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
  draft7: 'http://json-schema.org/draft-07/schema#',
};

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));

/** The mandatory tests; every schema tells its draft. */
export function groupsOf(draft: Draft): Group[] {
  if (!isThere) return [];
  const files = readdirSync(join(folder, 'tests', draft)).filter((name) => name.endsWith('.json'));
  return files.flatMap((file) =>
    (read('tests', draft, file) as Omit<Group, 'draft' | 'file'>[]).map(({ description, schema, tests }) => ({
      draft,
      file: file.replace('.json', ''),
      description,
      schema: typeof schema === 'object' ? { $schema: dialects[draft], ...schema } : schema,
      tests,
    })),
  );
}

export const remote = (name: string): JsonSchema => read('remotes', name) as JsonSchema;
