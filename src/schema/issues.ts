/** Ajv's errors, in words that a model can act on. */
import type { ErrorObject } from 'ajv';
import type { Issue } from '../types.js';
import { branchMark } from './tagged-unions.js';
import { wordings } from './wordings.js';

const unions = new Set(['anyOf', 'oneOf']);
/** Keywords whose error only repeats what the errors inside it say. */
const echoes = new Set(['if', 'allOf']);

/** At most `most` issues, and one that counts the rest. */
export function issuesOf(errors: readonly ErrorObject[], most: number): Issue[] {
  const told = reduceUnions(errors);
  const issues = distinct(told.slice(0, most).map(issueOf));
  if (told.length > most) issues.push({ message: `and ${told.length - most} more`, path: [] });
  return issues;
}

function issueOf(error: ErrorObject): Issue {
  const path = pathOf(error.instancePath);
  const wording = Object.hasOwn(wordings, error.keyword) ? wordings[error.keyword] : undefined;
  if (!wording) return { message: error.message ?? `does not fit '${error.keyword}'`, path };
  const { message, key } = wording(error, path.length === 0);
  return { message, path: key === undefined ? path : [...path, key] };
}

function distinct(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** Indexes become numbers; a key of digits in an object is taken for an index too, which reads the same. */
function pathOf(instancePath: string): (string | number)[] {
  if (instancePath === '') return [];
  return instancePath
    .slice(1)
    .split('/')
    .map((part) => (/^(0|[1-9]\d*)$/.test(part) ? Number(part) : part.replace(/~1/g, '/').replace(/~0/g, '~')));
}

/** A union whose errors are being read: those before it, and those of its branches. */
interface OpenUnion {
  before: ErrorObject[];
  branches: ErrorObject[][];
}

/** A failed union brings the errors of all its branches: only those of the branch that was meant are kept. Marks tell where a branch begins. */
function reduceUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const open: OpenUnion[] = [];
  let kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === branchMark) {
      if (error.schema === 'first') open.push({ before: kept, branches: [] });
      else open.at(-1)?.branches.push(kept);
      kept = [];
    } else if (unions.has(error.keyword)) {
      const { before = [], branches = [] } = open.pop() ?? {};
      kept = [...before, ...meant(error, [...branches, kept])];
    } else if (!echoes.has(error.keyword)) kept.push(error);
  }
  return kept;
}

function meant(union: ErrorObject, branches: readonly ErrorObject[][]): ErrorObject[] {
  // More than one branch of a `oneOf` fits: there is nothing to choose.
  if ((union.params as { passingSchemas?: unknown }).passingSchemas) return [union];
  const failed = branches.filter((group) => group.length > 0).map((group) => ({ group, cost: costOf(group, union.instancePath) }));
  const [best, ...others] = failed.sort((one, other) => one.cost - other.cost);
  if (!best) return [union];
  const atRoot = ({ group }: { group: ErrorObject[] }): boolean =>
    group.length === 1 && group[0]?.instancePath === union.instancePath && isKindError(group[0]);
  if (atRoot(best) && others.every(atRoot))
    return [
      alternatives(
        union,
        [best, ...others].map(({ group }) => group[0] as ErrorObject),
      ),
    ];
  const tag = unknownTag(
    union,
    best.group,
    others.map(({ group }) => group),
  );
  return tag ? [tag] : best.group;
}

const isKindError = (error: ErrorObject | undefined): boolean =>
  error !== undefined && ['type', 'const', 'enum', 'alternatives'].includes(error.keyword);

/** A discriminator that names no branch: all that it may be, in one error. */
function unknownTag(union: ErrorObject, best: readonly ErrorObject[], others: readonly ErrorObject[][]): ErrorObject | undefined {
  const [tag] = best;
  if (!tag || best.length > 1 || !isTagError(tag, union.instancePath)) return undefined;
  const same = others.flatMap((group) =>
    group.length === 1 && group[0]?.instancePath === tag.instancePath && isTagError(group[0], union.instancePath) ? group : [],
  );
  return same.length > 0 ? alternatives({ ...union, instancePath: tag.instancePath, data: tag.data }, [tag, ...same]) : undefined;
}

/** A constant of a direct property that the value does not have. */
function isTagError(error: ErrorObject, at: string): boolean {
  const { instancePath } = error;
  return isConstantError(error) && instancePath !== at && !instancePath.slice(at.length + 1).includes('/');
}

function isConstantError({ keyword, params }: ErrorObject): boolean {
  if (keyword === 'alternatives') return (params as { errors: ErrorObject[] }).errors.every(isConstantError);
  return keyword === 'const' || (keyword === 'enum' && (params as { allowedValues?: unknown[] }).allowedValues?.length === 1);
}

/** The lower, the more likely this branch was meant: the wrong kind altogether is worse than a wrong discriminator, that than any number of wrong fields. */
function costOf(errors: readonly ErrorObject[], at: string): number {
  const kinds = errors.filter(
    ({ keyword, instancePath }) => instancePath === at && (keyword === 'type' || keyword === 'const' || keyword === 'enum'),
  ).length;
  const tags = errors.filter((error) => isTagError(error, at)).length;
  const fields = errors.reduce((sum, { keyword }) => sum + (keyword === 'type' ? 3 : 2), 0);
  return kinds * 1e8 + tags * 1e4 + Math.min(fields, 9999);
}

/** One error in place of several that each name another type or value. */
function alternatives(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject {
  return {
    ...union,
    keyword: 'alternatives',
    params: {
      errors: errors.flatMap((error) => (error.keyword === 'alternatives' ? (error.params as { errors: ErrorObject[] }).errors : error)),
    },
  };
}
