/** Small checks of JSON documents that say which field is wrong and how to mend it. */
import { nearest, preview } from '../../schema/words.js';

/** What is wrong with one field. */
export interface Fault {
  /** For example `packages[0].version`. */
  field: string;
  /** What it is and what it would have to be. */
  what: string;
  /** What to do. */
  mend: string;
}

/** Looks at one value and reports its faults. */
export type Check = (value: unknown, field: string, report: (fault: Fault) => void) => void;

interface Words {
  /** What a right value is, in words. */
  wanted: string;
  mend: string;
}

/** A check by one predicate. */
export const that =
  (fits: (value: unknown) => boolean, { wanted, mend }: Words): Check =>
  (value, field, report) => {
    if (!fits(value)) report({ field, what: `must be ${wanted}, not ${preview(value)}`, mend });
  };

const isText = (value: unknown): value is string => typeof value === 'string';

/** A text of `least` to `most` characters. */
export const text = (mend: string, { least = 1, most = Infinity }: { least?: number; most?: number } = {}): Check =>
  that((value) => isText(value) && value.length >= least && value.length <= most, {
    wanted: most === Infinity ? 'a text' : `a text of ${least} to ${most} characters`,
    mend,
  });

export const matching = (pattern: RegExp, words: Words): Check => that((value) => isText(value) && pattern.test(value), words);

export const oneOf = (values: readonly string[], mend: string): Check =>
  that((value) => isText(value) && values.includes(value), { wanted: values.join(' or '), mend });

export const url = (mend: string, schemes: readonly string[] = ['https:', 'http:']): Check =>
  that((value) => isText(value) && URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    wanted: `an absolute URL (${schemes.join(', ')})`,
    mend,
  });

export const flag: Check = that((value) => typeof value === 'boolean', { wanted: 'true or false', mend: 'Write true or false.' });

/** Every check in turn. */
export const all =
  (...checks: Check[]): Check =>
  (value, field, report) => {
    for (const check of checks) check(value, field, report);
  };

export const list =
  (check: Check): Check =>
  (value, field, report) => {
    if (!Array.isArray(value)) return report({ field, what: `must be a list, not ${preview(value)}`, mend: 'Put it into [ ].' });
    for (const [index, one] of value.entries()) check(one, `${field}[${index}]`, report);
  };

export const record =
  (check: Check): Check =>
  (value, field, report) => {
    if (!isRecord(value)) return report({ field, what: `must be an object, not ${preview(value)}`, mend: 'Put it into { }.' });
    for (const [name, one] of Object.entries(value)) check(one, `${field}.${name}`, report);
  };

/** One field of an object; `missing` is how to mend its absence, and makes it required. */
export interface FieldRule {
  check: Check;
  missing?: string;
}

export const required = (check: Check, missing: string): FieldRule => ({ check, missing });
export const optional = (check: Check): FieldRule => ({ check });

/** An object of known fields. `open` lets others be. */
export const object =
  (fields: Readonly<Record<string, FieldRule>>, { open = false } = {}): Check =>
  (value, field, report) => {
    if (!isRecord(value))
      return report({ field: field || '(root)', what: `must be an object, not ${preview(value)}`, mend: 'Put it into { }.' });
    const at = (name: string): string => (field === '' ? name : `${field}.${name}`);
    for (const [name, { check, missing }] of Object.entries(fields)) {
      if (value[name] !== undefined) check(value[name], at(name), report);
      else if (missing !== undefined) report({ field: at(name), what: 'is missing', mend: missing });
    }
    if (open) return;
    for (const name of Object.keys(value).filter((one) => !Object.hasOwn(fields, one))) {
      const close = nearest(name, Object.keys(fields));
      report({ field: at(name), what: 'is no field of this document', mend: close ? `Did you mean '${close}'?` : 'Take it out.' });
    }
  };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All faults of a document. */
export function faultsOf(value: unknown, check: Check): Fault[] {
  const faults: Fault[] = [];
  check(value, '', (fault) => faults.push(fault));
  return faults;
}
