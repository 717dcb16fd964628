/** Built-in classes: those that JSON has a form for arrive as such, the others are refused. */
import type { ContractSchema } from '../../../types.js';
import { ts } from '../engine.js';
import type { Handler, SchemaMaker } from '../handler.js';
import { argumentNode, has, isFunction, typeArgumentsOf } from '../types-of.js';
import { elementSchema } from './arrays.js';
import { literalValue } from './literals.js';
import { numericKey } from './objects.js';
import { escapePattern, patternOf } from './templates.js';

type Make = (type: ts.Type, maker: SchemaMaker, node: ts.TypeNode | undefined) => ContractSchema;

const base64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

/** One entry a built-in. */
const forms = new Map<string, Make>([
  ['Date', () => ({ type: 'string', format: 'date-time', 'x-as': 'Date' })],
  ['URL', () => ({ type: 'string', format: 'uri', pattern: '^[A-Za-z][A-Za-z0-9+.\\-]*:', 'x-as': 'URL' })],
  ['Buffer', () => ({ type: 'string', contentEncoding: 'base64', pattern: base64, 'x-as': 'Buffer' })],
  ['Uint8Array', () => ({ type: 'string', contentEncoding: 'base64', pattern: base64, 'x-as': 'Uint8Array' })],
  ['Set', set],
  ['ReadonlySet', set],
  ['Map', map],
  ['ReadonlyMap', map],
  ['String', () => ({ type: 'string' })],
  ['Number', () => ({ type: 'number' })],
  ['Boolean', () => ({ type: 'boolean' })],
  ['BigInt', () => ({ type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' })],
  ['Object', () => ({ type: 'object' })],
]);

export const builtins: Handler = (type, maker, node) => {
  const symbol = has(type, ts.TypeFlags.Object) ? type.symbol : undefined;
  if (!symbol || !isNamed(symbol) || !maker.isLibrary(symbol)) return undefined;
  const make = forms.get(symbol.name);
  if (make) return make(type, maker, node);
  if (isPromise(symbol) && maker.direction === 'input') {
    maker.complain('TM1102', undefined, maker.checker.typeToString(type));
    return {};
  }
  // A library type that is also a value is a class; one that is a type only may be plain data, as its members will tell.
  return symbol.flags & ts.SymbolFlags.Value || isPromise(symbol) || hasMethods(type, maker) ? maker.unsupported(type) : undefined;
};

const isNamed = (symbol: ts.Symbol): boolean => (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0;

const hasMethods = (type: ts.Type, maker: SchemaMaker): boolean =>
  maker.checker.getPropertiesOfType(type).some((property) => isFunction(maker.checker.getTypeOfSymbol(property)));

const isPromise = (symbol: ts.Symbol): boolean => symbol.name === 'Promise' || symbol.name === 'PromiseLike';

function set(type: ts.Type, maker: SchemaMaker, node: ts.TypeNode | undefined): ContractSchema {
  const [element] = typeArgumentsOf(type, maker.checker);
  return { type: 'array', items: element ? elementSchema(element, maker, argumentNode(node, 0)) : {}, uniqueItems: true, 'x-as': 'Set' };
}

function map(type: ts.Type, maker: SchemaMaker, node: ts.TypeNode | undefined): ContractSchema {
  const [key, value] = typeArgumentsOf(type, maker.checker);
  if (!key || !value) return maker.unsupported(type);
  const values = maker.of(value, argumentNode(node, 1));
  const form = keyForms.find((entry) => entry.fits(key));
  if (form) return { type: 'object', ...form.make(key, values), 'x-as': 'Map' };
  maker.complain('TM1104', undefined, maker.checker.typeToString(key));
  return {};
}

interface KeyForm {
  fits(key: ts.Type): boolean;
  make(key: ts.Type, values: ContractSchema): ContractSchema;
}

const all = (type: ts.Type, flags: ts.TypeFlags): boolean =>
  type.isUnion() ? type.types.every((part) => has(part, flags)) : has(type, flags);
const brandOf = (type: ts.Type, flags: ts.TypeFlags): boolean => type.isIntersection() && type.types.some((part) => has(part, flags));

/** How keys of a Map are said. A literal of numbers is a literal of their texts, and a number again on arrival. */
const keyForms: readonly KeyForm[] = [
  {
    fits: (key) => has(key, ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown) || brandOf(key, ts.TypeFlags.String),
    make: (_key, values) => ({ additionalProperties: values }),
  },
  {
    fits: (key) => all(key, ts.TypeFlags.StringLiteral),
    make: (key, values) => ({ additionalProperties: values, propertyNames: { enum: literalsOf(key) } }),
  },
  {
    fits: (key) => all(key, ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping | ts.TypeFlags.StringLiteral),
    make: (key, values) => ({ patternProperties: { [`^${patternOf(key)}$`]: values }, additionalProperties: false }),
  },
  {
    fits: (key) => all(key, ts.TypeFlags.NumberLiteral),
    make: (key, values) => ({
      patternProperties: {
        [`^(?:${literalsOf(key)
          .map((value) => escapePattern(String(value)))
          .join('|')})$`]: values,
      },
      additionalProperties: false,
      'x-keys': 'number',
    }),
  },
  {
    fits: (key) => has(key, ts.TypeFlags.NumberLike) || brandOf(key, ts.TypeFlags.Number),
    make: (_key, values) => ({ patternProperties: { [numericKey]: values }, additionalProperties: false, 'x-keys': 'number' }),
  },
];

const literalsOf = (key: ts.Type): (string | number | boolean)[] =>
  (key.isUnion() ? key.types : [key]).map(literalValue).filter((value) => value !== undefined);
