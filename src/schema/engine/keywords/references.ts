/** `$ref`, and the references that are settled at check time. */
import { flawOf } from '../../well-formed.js';
import { type Place, type Resource, type Schema, UnresolvedReference } from '../document.js';
import type { Keyword, Making, Vocabulary } from '../keyword.js';
import type { Check, Run } from '../run.js';

function target(reference: string, { document, resource }: Making): Place {
  const place = document.resolve(reference, resource);
  if (!place) throw new UnresolvedReference(reference);
  return place;
}

/** Verdicts are remembered where they do not depend on the way that led here. */
const follow =
  (check: Check, isDynamic: boolean): Check =>
  (value, run, seen) =>
    seen || isDynamic ? run.follow(value, check, seen) : run.remembered(value, check);

const ref: Keyword = (making) => {
  const { schema, document, resource, compileAt } = making;
  const reference = schema.$ref as string;
  const place = document.resolve(reference, resource);
  if (place) return follow(compileAt(place.schema, place.resource), document.isDynamic);
  const dialect = document.metaschemaOf(reference, resource);
  if (!dialect) throw new UnresolvedReference(reference);
  return (value, run) => flawOf(value, dialect) === undefined || run.fail('$ref', value, schema, { detail: 'metaschema' });
};

/** The outermost of the resources on the way that has what is looked for. */
function outermost(run: Run, find: (resource: Resource) => Schema | undefined): Place | undefined {
  let found: Place | undefined;
  for (let scope = run.scope; scope; scope = scope.outer) {
    const schema = find(scope.resource);
    if (schema !== undefined) found = { schema, resource: scope.resource };
  }
  return found;
}

const dynamicRef: Keyword = (making) => {
  if (making.document.dialect !== '2020-12') return undefined;
  const reference = making.schema['$dynamicRef'] as string;
  const place = target(reference, making);
  const name = reference.slice(reference.indexOf('#') + 1);
  const fixed = making.compileAt(place.schema, place.resource);
  if (!reference.includes('#') || place.resource.dynamicAnchors.get(name) !== place.schema) return follow(fixed, true);
  return (value, run, seen) => {
    const found = outermost(run, ({ dynamicAnchors }) => dynamicAnchors.get(name));
    return run.follow(value, found ? making.compileAt(found.schema, found.resource) : fixed, seen);
  };
};

const recursiveRef: Keyword = (making) => {
  if (making.document.dialect !== '2019-09') return undefined;
  const place = target(making.schema['$recursiveRef'] as string, making);
  const fixed = making.compileAt(place.schema, place.resource);
  if (!place.resource.isRecursive) return follow(fixed, true);
  return (value, run, seen) => {
    const found = outermost(run, ({ isRecursive, root }) => (isRecursive ? root : undefined));
    return run.follow(value, found ? making.compileAt(found.schema, found.resource) : fixed, seen);
  };
};

export const references: Vocabulary = { any: { $ref: ref, $dynamicRef: dynamicRef, $recursiveRef: recursiveRef } };
