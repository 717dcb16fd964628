/** The rules in their order: first what a schema is, then what it says, last what cannot stay. */
import type { Rule } from '../rule.js';
import { allOf } from './all-of.js';
import { arrays } from './arrays.js';
import { dialect } from './dialect.js';
import { keywords } from './keywords.js';
import { objects } from './objects.js';
import { reference } from './reference.js';
import { types } from './types.js';
import { unions } from './unions.js';
import { values } from './values.js';

export const rules: readonly Rule[] = [reference, allOf, dialect, unions, values, types, arrays, objects, keywords];
