/** class-validator's rules: what they narrow in a schema, what they say in a description, and how they are enforced. */
export { argumentsClass } from './arguments-class.js';
export { checkRules, type IsSecret, type MadeInstance, RuleBook, wordOutcomes } from './check.js';
export { type CheckInstance, compileInstanceCheck, type Exceptions, exceptionsOf, type Found } from './compile.js';
export { hasAsyncRules, hasConditions, hasRules, type RuleOptions } from './metadata.js';
export { narrowByClass } from './narrow.js';
export { saidBy } from './said.js';
export { Stamp } from './stamp.js';
