/** Ajv's errors, in words that a model can act on. */
import type { ErrorObject } from 'ajv';
import type { Issue } from '../types.js';
import { wordings } from './wordings.js';

const unions = new Set(['anyOf', 'oneOf']);
/** Keywords whose error only repeats what the errors inside it say. */
const echoes = new Set(['if', 'allOf']);

/** At most `most` issues, and one that counts the rest. */
export function issuesOf(errors: readonly ErrorObject[], most: number): Issue[] {
  const told = reduceUnions(errors).filter(({ keyword }) => !echoes.has(keyword));
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
  return instancePath.slice(1).split('/').map((part) => (/^(0|[1-9]\d*)$/.test(part) ? Number(part) : part.replace(/~1/g, '/').replace(/~0/g, '~')));
}

/** A failed union brings the errors of all its branches: only those of the branch that was meant are kept. */
function reduceUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (let index = errors.length - 1; index >= 0; index -= 1) {
    const error = errors[index] as ErrorObject;
    if (!unions.has(error.keyword)) {
      kept.unshift(error);
      continue;
    }
    let start = index;
    while (start > 0 && belongsTo(errors[start - 1] as ErrorObject, error)) start -= 1;
    kept.unshift(...meant(error, errors.slice(start, index)));
    index = start;
  }
  return kept;
}

/** Ajv reports the branches' errors right before the union's own. */
function belongsTo(error: ErrorObject, union: ErrorObject): boolean {
  const inside = error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
  return inside && branchIndex(error, union) >= 0;
}

function branchIndex(error: ErrorObject, union: ErrorObject): number {
  const branches = union.schema as { $ref?: string }[];
  const direct = error.schemaPath.startsWith(`${union.schemaPath}/`) ? parseInt(error.schemaPath.slice(union.schemaPath.length + 1), 10) : NaN;
  if (!Number.isNaN(direct)) return direct;
  const own = union.schemaPath.slice(0, -union.keyword.length);
  return branches.findIndex(({ $ref }) => $ref !== undefined && error.schemaPath.startsWith(`${$ref}/`) && !(error.instancePath === union.instancePath && own === `${$ref}/`));
}

function meant(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[] {
  // More than one branch of a `oneOf` fits: there is nothing to choose.
  if ((union.params as { passingSchemas?: unknown }).passingSchemas) return [union];
  const branches = new Map<number, ErrorObject[]>();
  for (const error of errors) {
    const index = branchIndex(error, union);
    branches.set(index, [...(branches.get(index) ?? []), error]);
  }
  const reduced = [...branches.values()].map(reduceUnions).map((group) => ({ group, cost: costOf(group, union.instancePath) }));
  const [best, ...others] = reduced.sort((a, b) => a.cost - b.cost);
  if (!best) return [union];
  const atRoot = ({ group }: { group: ErrorObject[] }): boolean => group.length === 1 && group[0]?.instancePath === union.instancePath && isKindError(group[0]);
  return atRoot(best) && others.every(atRoot) ? [alternatives(union, [best, ...others].map(({ group }) => group[0] as ErrorObject))] : best.group;
}

const isKindError = (error: ErrorObject | undefined): boolean => error !== undefined && ['type', 'const', 'enum', 'alternatives'].includes(error.keyword);

/** The lower, the more likely this branch was meant: the wrong kind altogether is worse than a wrong discriminator, that than a wrong field. */
function costOf(errors: readonly ErrorObject[], at: string): number {
  return errors.reduce((sum, { keyword, instancePath, params }) => {
    if (instancePath === at && (keyword === 'type' || keyword === 'const' || keyword === 'enum')) return sum + 1000;
    if (keyword === 'const' || (keyword === 'enum' && (params as { allowedValues?: unknown[] }).allowedValues?.length === 1)) return sum + 100;
    return sum + (keyword === 'type' ? 3 : 2);
  }, 0);
}

/** One error in place of several that each name another type or value. */
function alternatives(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject {
  return { ...union, keyword: 'alternatives', params: { errors: errors.flatMap((error) => (error.keyword === 'alternatives' ? (error.params as { errors: ErrorObject[] }).errors : error)) } };
}
