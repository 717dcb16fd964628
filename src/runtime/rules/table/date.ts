/** Rules for dates that arrive as `Date`. */
import { type RuleTable, show } from './entry.js';

const limit = (value: unknown): string => (typeof value === 'function' ? 'a limit known at the time of the call' : show(value));

const asDate = 'a `Date` is text in JSON, and no keyword of JSON Schema compares dates';

export const dateRules: RuleTable = {
  IsDate: { describe: () => 'Must be a date.', reason: 'the type `Date` says it already (`format: date-time`)' },
  MinDate: { describe: ([date]) => `Must not be before ${limit(date)}.`, reason: asDate },
  MaxDate: { describe: ([date]) => `Must not be after ${limit(date)}.`, reason: asDate },
};
