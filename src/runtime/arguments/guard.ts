/** The limits on arguments, and their plain form; runs before any other work, without recursion. */
import { types } from 'node:util';
import type { Issue } from '../../types.js';
import type { Limits } from '../limits.js';

/** What the walk found. */
export interface Guarded {
  issues: Issue[];
  /** Something in it is no JSON value: `undefined`, or an instance that stands for its JSON form. */
  needsPlainCopy: boolean;
  /** Values, and bytes of all texts and keys. */
  nodes: number;
  bytes: number;
}

interface Open {
  value: unknown;
  parent: Open | undefined;
  key: string | number;
  depth: number;
}

/** Measures the arguments and refuses what JSON cannot carry; one issue at most, because the first ends the walk. */
export function guard(root: unknown, limits: Limits): Guarded {
  const size: Size = { nodes: 0, chars: 0, isExcessive: false };
  // A UTF-16 unit takes three bytes at most.
  if (isSmallAndPlain(root, 0, size, limits) && size.chars * 3 <= limits.argumentBytes)
    return { issues: [], needsPlainCopy: false, nodes: size.nodes, bytes: size.chars * 3 };
  if (size.isExcessive) return { issues: [tooManyValues(limits)], needsPlainCopy: false, nodes: size.nodes, bytes: size.chars * 3 };
  return guardExactly(root, limits);
}

/** Levels that the quick look follows; it recurs. */
const deepestLook = 500;

interface Size {
  nodes: number;
  chars: number;
  /** One object alone has more keys than there may be values. To list them again would take as long again. */
  isExcessive: boolean;
}

/** What is said of arguments that hold more values than they may. */
export const tooManyValues = ({ argumentNodes }: Limits): Issue => ({
  message: `the arguments hold more than ${argumentNodes} values; send fewer`,
  path: [],
});

/** A quick look: whether all is plain JSON and surely within the limits. Its depth is bounded, so it may recur. */
function isSmallAndPlain(value: unknown, depth: number, size: Size, limits: Limits): boolean {
  size.nodes += 1;
  if (typeof value === 'string') size.chars += value.length;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return value === null || typeof value === 'string' || typeof value === 'boolean';
  if (depth >= Math.min(limits.argumentDepth, deepestLook) || isProxy(value) || !isPlain(value)) return false;
  if (Array.isArray(value)) {
    if (size.nodes + value.length > limits.argumentNodes) return false;
    for (const item of value) if (!isSmallAndPlain(item, depth + 1, size, limits)) return false;
    return true;
  }
  const keys = Object.keys(value);
  size.isExcessive = keys.length > limits.argumentNodes;
  if (size.isExcessive) return false;
  for (const key of keys) {
    size.chars += key.length;
    if (size.nodes > limits.argumentNodes || !isSmallAndPlain((value as Record<string, unknown>)[key], depth + 1, size, limits))
      return false;
  }
  return true;
}

/** With words for what is refused, and without recursion. */
function guardExactly(root: unknown, limits: Limits): Guarded {
  const open: Open[] = [{ value: root, parent: undefined, key: '', depth: 0 }];
  let nodes = 0;
  let bytes = 0;
  let needsPlainCopy = false;
  for (let at = open.pop(); at; at = open.pop()) {
    const { value } = at;
    nodes += 1;
    bytes += typeof value === 'string' ? Buffer.byteLength(value) : 0;
    const refusal = refuse(value, at, nodes, bytes, limits);
    if (refusal !== undefined) return { issues: [{ message: refusal, path: pathOf(at) }], needsPlainCopy, nodes, bytes };
    needsPlainCopy ||=
      value === undefined ||
      typeof value === 'bigint' ||
      (typeof value === 'object' && value !== null && (isProxy(value) || !isPlain(value)));
    if (typeof value !== 'object' || value === null || isBytes(value)) continue;
    for (const [key, inner] of childrenOf(value)) {
      if (typeof key === 'string') bytes += key.length;
      open.push({ value: inner, parent: at, key, depth: at.depth + 1 });
    }
  }
  return { issues: [], needsPlainCopy, nodes, bytes };
}

function refuse(value: unknown, at: Open, nodes: number, bytes: number, limits: Limits): string | undefined {
  // An array's length counts before its items are looked at: a sparse one may claim four thousand million.
  if (nodes + (Array.isArray(value) ? value.length : 0) > limits.argumentNodes) return tooManyValues(limits).message;
  if (bytes > limits.argumentBytes) return `the arguments are larger than ${limits.argumentBytes} bytes; send less`;
  if (at.depth > limits.argumentDepth) return `the arguments are nested deeper than ${limits.argumentDepth} levels`;
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value} is no JSON number`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value} is no JSON value`;
  if (typeof value === 'object' && value !== null && isInside(value, at.parent)) return 'the value contains itself';
  return undefined;
}

function isInside(value: object, parent: Open | undefined): boolean {
  for (let at = parent; at; at = at.parent) if (at.value === value) return true;
  return false;
}

function pathOf(at: Open): (string | number)[] {
  const path: (string | number)[] = [];
  for (let current: Open | undefined = at; current?.parent; current = current.parent) path.unshift(current.key);
  return path;
}

function childrenOf(value: object): Iterable<[string | number, unknown]> {
  if (Array.isArray(value)) return value.entries() as Iterable<[number, unknown]>;
  if (value instanceof Map) return [...value].map(([key, inner]) => [String(key), inner as unknown]);
  if (value instanceof Set) return [...value].entries();
  return Object.entries(value);
}

/** A proxy may answer differently each time: what was checked must be what is used. */
const { isProxy } = types;

const isBytes = (value: object): boolean => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

/** An array, or an object without a class of its own. */
export function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm (vm, Jest) is as plain as ours.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
