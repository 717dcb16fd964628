/** `$ref`: the definition is kept in `$defs`, written out, or cut off where it would contain itself. */
import type { JsonSchema } from '../../../../types.js';
import { mergeInto } from '../merge.js';
import { referenceOf } from '../references.js';
import { become, type Draft, type Rule, type Spot, typesOf } from '../rule.js';

/** Said of things, not of values: nothing is lost when they go. */
const silent = new Set(['title', '$comment', '$id', '$schema', '$anchor', '$defs', 'definitions', 'readOnly', 'writeOnly']);

const longestChain = 32;

export const reference: Rule = {
  before(draft, spot) {
    for (let length = 0; length <= longestChain; length += 1) {
      const address = referenceOf(draft);
      if (address === undefined) return;
      const target = spot.target(address);
      const beside = withoutReference(draft);
      if (!target || length === longestChain)
        return cut(draft, { type: 'object', ...beside }, `the reference ${address} leads nowhere`, spot);
      if (isKept(draft, spot)) return keep(draft, address, target, spot);
      const endless = spot.isRecursive(target) && spot.isOpen(target);
      if (endless || !spot.hasRoom()) return cut(draft, { ...typed(target), ...beside }, 'the definition would contain itself', spot);
      spot.enter(target);
      become(draft, beside);
      mergeInto(draft, target, spot);
    }
  },
};

/** Whether a reference stays one. */
export function isKept(schema: JsonSchema, spot: Spot): boolean {
  const address = referenceOf(schema);
  const target = address === undefined ? undefined : spot.target(address);
  if (!target || spot.isRoot || !spot.takes('$ref')) return false;
  const { recursion, references } = spot.facts;
  if (spot.isRecursive(target)) return recursion === 'keep' || (recursion === 'optional' && spot.isOptional);
  const isAlone = Object.keys(withoutReference(schema)).every((key) => silent.has(key));
  return (references === 'keep' && isAlone && spot.uses(target) > 1) || !spot.hasRoom();
}

function keep(draft: Draft, address: string, target: JsonSchema, spot: Spot): void {
  const beside = withoutReference(draft);
  for (const key of silent) delete beside[key];
  if (Object.keys(beside).length === 0) return become(draft, { $ref: spot.define(target, address) });
  if (spot.facts.besideReference) return become(draft, { ...beside, $ref: spot.define(target, address) });
  // What stands beside a reference goes around it.
  const { description } = beside;
  for (const key of Object.keys(beside)) if (key !== 'description') spot.say(beside, key);
  become(draft, { ...(description !== undefined && { description }), anyOf: [{ $ref: address }] });
}

function cut(draft: Draft, instead: JsonSchema, why: string, spot: Spot): void {
  spot.lose('CUT', '$ref', why);
  spot.refuseStrict(why);
  become(draft, instead);
  spot.tell('More of the same may be nested here.');
}

/** The type of a definition, where it says one; any value where it may be of several. */
function typed(target: JsonSchema): JsonSchema {
  const [type, ...others] = typesOf(target.properties ? { type: 'object', ...target } : target);
  const description = typeof target.description === 'string' ? { description: target.description } : {};
  return { ...description, ...(type !== undefined && others.length === 0 && { type }) };
}

function withoutReference(schema: JsonSchema): JsonSchema {
  const { $ref: _reference, $dynamicRef: _dynamic, $recursiveRef: _recursive, ...rest } = schema;
  return rest;
}
