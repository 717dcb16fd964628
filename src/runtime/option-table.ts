/** Checks options by a table that has an entry for each: TypeScript is not there for everybody, and looks away behind a cast. */
import { ToolError } from '../errors.js';
import { preview } from '../schema/words.js';
import { type Naming, refuseUnknown } from './known-names.js';

/** What one option must be. */
export interface Wanted {
  /** In words, after "must be". */
  is: string;
  fits(value: unknown): boolean;
  /** The part of a list or an object that does not fit, in words; undefined when it is the whole. */
  part?(value: unknown): string | undefined;
  /** Where an object fits: what each of its members must be. */
  members?: WantedTable;
  /** What to do instead of members that are known from elsewhere, by name: a sentence each. */
  mends?: Mends;
  /** Nothing of the value is told. */
  isSecret?: boolean;
}

export type WantedTable = Readonly<Record<string, Wanted>>;
export type Mends = Readonly<Record<string, string>>;

/** One entry for each option of a type, so that a new one cannot be forgotten. */
export type TableOf<Options> = Readonly<Record<keyof Options, Wanted>>;

/** For options that are checked where they are read. */
export const elsewhere: Wanted = { is: 'what it can be', fits: () => true };
export const flag: Wanted = { is: 'true or false', fits: (value) => typeof value === 'boolean' };
export const text: Wanted = { is: 'a string', fits: (value) => typeof value === 'string' };
export const callback: Wanted = { is: 'a function', fits: (value) => typeof value === 'function' };
/** Something that has these methods: an instance of the other copy of this package has them too. */
export const withMethods = (is: string, ...names: readonly string[]): Wanted => ({
  is,
  fits: (value) => isObject(value) && names.every((name) => typeof value[name] === 'function'),
});

/** An object of the members that the table names. */
export const objectOf = (members: WantedTable): Wanted => ({
  is: `an object of ${Object.keys(members).join(', ')}`,
  fits: isRecord,
  members,
});

/** @param place who was given the options @throws ToolError INVALID_DEFINITION for a name or a value that is none */
export function checkOptions(place: string, options: unknown, table: WantedTable, mends?: Mends): void {
  if (!isRecord(options)) throw new ToolError('INVALID_DEFINITION', `${place}: options must be an object, not ${preview(options)}.`);
  if (Object.keys(options).length > 0) checkMembers(options, table, { place, within: '', ...(mends && { mends }) });
}

function checkMembers(given: object, table: WantedTable, naming: Naming & { within: string }): void {
  const { place, within } = naming;
  if (!isOwnClass(given, table)) refuseUnknown(given, Object.keys(table), naming);
  for (const [name, wanted] of Object.entries(table)) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (!wanted.fits(value)) throw new ToolError('INVALID_DEFINITION', `${place}: '${within}${name}' must be ${misfit(wanted, value)}.`);
    const { members, mends } = wanted;
    if (members && isRecord(value)) checkMembers(value, members, { place, within: `${within}${name}.`, ...(mends && { mends }) });
  }
}

function misfit({ is, part, isSecret }: Wanted, value: unknown): string {
  if (isSecret) return is;
  const wrong = part?.(value);
  return wrong === undefined ? `${is}, not ${preview(value)}` : `${is}; ${wrong}`;
}

/** Beside options an instance of a class may have state of its own. */
function isOwnClass(given: object, table: WantedTable): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype !== Object.prototype && prototype !== null && Object.keys(table).some((name) => name in given);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/** For `part`: the first entry of a list that does not fit. */
export function wrongEntry(value: unknown, fits: (entry: unknown) => boolean): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length === 0) return 'the list is empty';
  const index = value.findIndex((entry) => !fits(entry));
  return index < 0 ? undefined : `entry ${index + 1} is ${preview(value[index])}`;
}
