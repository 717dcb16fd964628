/** Template literal types, and Uppercase<string> and its kin: strings with a pattern. */
import { ts } from '../engine.js';
import type { Handler } from '../handler.js';
import { has } from '../types-of.js';
import { bigintLiteral, literalValue } from './literals.js';

const number = '-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?';

/** What each string mapping lets through. ASCII only, so that every regular expression engine agrees. */
const mappings: Record<string, string> = {
  Uppercase: '[^a-z]*',
  Lowercase: '[^A-Z]*',
  Capitalize: '(?:[^a-z][\\s\\S]*)?',
  Uncapitalize: '(?:[^A-Z][\\s\\S]*)?',
};

/** The text as a regular expression that matches just it. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The regular expression of a type that stands in a template, without anchors. */
export function patternOf(type: ts.Type): string {
  const value = literalValue(type) ?? bigintLiteral(type);
  if (value !== undefined) return escapePattern(String(value));
  if (type.isUnion()) return `(?:${type.types.map(patternOf).join('|')})`;
  if (has(type, ts.TypeFlags.TemplateLiteral)) {
    const { texts, types } = type as ts.TemplateLiteralType;
    return texts.map((text, index) => escapePattern(text) + (types[index] ? patternOf(types[index]) : '')).join('');
  }
  if (has(type, ts.TypeFlags.StringMapping)) return mappingPattern(type as ts.StringMappingType);
  if (type.isIntersection()) return type.types.map(patternOf).find((pattern) => pattern !== '[\\s\\S]*') ?? '[\\s\\S]*';
  return simplePatterns.find(([flag]) => has(type, flag))?.[1] ?? '[\\s\\S]*';
}

const simplePatterns: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.Number, number],
  [ts.TypeFlags.BigInt, '-?\\d+'],
  [ts.TypeFlags.Boolean, '(?:true|false)'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
];

/** `Uppercase<`${number}px`>` and the like keep the inner pattern when it has no letters of the other case to fear. */
function mappingPattern(type: ts.StringMappingType): string {
  const mapping = mappings[type.symbol.name] ?? '[\\s\\S]*';
  const inside = patternOf(type.type);
  return inside === '[\\s\\S]*' ? mapping : `(?=${mapping}$)${inside}`;
}

export const templates: Handler = (type) =>
  has(type, ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping) ? { type: 'string', pattern: `^${patternOf(type)}$` } : undefined;
