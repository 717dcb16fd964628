/** What each option of the bridges to frameworks must be. */
import { callback, checkOptions, type Mends, type TableOf, text, type WantedTable, withMethods } from '../../runtime/option-table.js';
import { declareTable } from './declare-options.js';
import { isFields } from './shapes.js';
import type { NativeToolOptions } from './native-tools.js';

const isCount = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least;
const characters = { is: 'an integer, 0 or more', fits: (value: unknown) => value === null || isCount(value, 0) };

const { strict, onLoss, onWarning, examples, extra } = declareTable;

/** One entry an option. */
const table: TableOf<NativeToolOptions<never>> = {
  strict,
  onLoss,
  onWarning,
  examples,
  extra,
  model: text,
  maxToolResultChars: characters,
  truncatedResultReadChars: characters,
  truncatedResults: withMethods('a TruncatedResultStore', 'keep', 'retire'),
  contextWindow: { is: 'tokens, an integer of 1 or more', fits: (value) => isCount(value, 1) },
  context: {
    is: 'an object of what each call is given, such as { scopes }, or a function that makes one',
    fits: (value) => isFields(value) || typeof value === 'function',
  },
  media: { is: 'true, false or a function', fits: (value) => typeof value === 'boolean' || typeof value === 'function' },
  onResult: callback,
};

const framework = 'That is an affair of the framework.';

/** What is known from elsewhere. */
const mends: Mends = {
  toolChoice: framework,
  defer: framework,
  deferTools: framework,
  scopes: 'Put it into context: context: { scopes }.',
  auth: 'Put it into context: context: { auth }.',
  timeout: 'Put it into context: context: { timeout }.',
};

/** @param more options that only this framework has @throws ToolError INVALID_DEFINITION */
export const checkNativeOptions = (place: string, options: object, more: WantedTable): void =>
  checkOptions(place, options, { ...table, ...more }, mends);
