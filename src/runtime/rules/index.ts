/** class-validator's rules: what they narrow in a schema, what they say in a description, and how they are enforced. */
export { argumentsClass } from './arguments-class.js';
export { checkRules, type MadeInstance } from './check.js';
export { hasAsyncRules, hasRules, type RuleOptions } from './metadata.js';
export { narrowByClass } from './narrow.js';
