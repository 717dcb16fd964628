/** The whole rule table. */
import { arrayRules } from './array.js';
import { commonRules } from './common.js';
import { dateRules } from './date.js';
import type { RuleTable } from './entry.js';
import { formatRules } from './format.js';
import { numberRules } from './number.js';
import { objectRules } from './object.js';
import { textRules } from './text.js';
import { typeRules } from './type.js';

/** Every decorator that class-validator exports -> what it says in a schema. */
export const ruleTable: Readonly<RuleTable> = {
  ...commonRules,
  ...typeRules,
  ...numberRules,
  ...textRules,
  ...formatRules,
  ...dateRules,
  ...arrayRules,
  ...objectRules,
};

export type { JsonType, Narrowing, Primitive, RuleEntry } from './entry.js';
