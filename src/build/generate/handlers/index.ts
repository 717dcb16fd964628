/** The handlers, in the order in which they are asked. What none of them takes goes to the engine. */
import type { Handler } from '../handler.js';
import { arrays, tuples } from './arrays.js';
import { brands } from './brands.js';
import { builtins } from './builtins.js';
import { classes } from './classes.js';
import { intersections } from './intersections.js';
import { literals, unknownMembers } from './literals.js';
import { objects } from './objects.js';
import { emptyTypes, openTypes, otherPrimitives, typeParameters } from './primitives.js';
import { templates } from './templates.js';
import { joinedAliases, unions } from './unions.js';

export const handlers: readonly Handler[] = [
  joinedAliases,
  openTypes,
  emptyTypes,
  otherPrimitives,
  literals,
  unknownMembers,
  unions,
  templates,
  typeParameters,
  brands,
  intersections,
  tuples,
  arrays,
  builtins,
  classes,
  objects,
];
