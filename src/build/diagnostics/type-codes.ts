import type { DiagnosticCode } from './diagnostic.js';

/** TM11xx: types that have no JSON form. TM12xx: JSDoc tags that do not fit. `{0}` is the place, such as `parameter 'a', property 'b'`. */
export const typeCodes = {
  TM1101: {
    severity: 'error',
    message: "{0} has type '{1}', which has no JSON form",
    mend: 'Use a type that JSON can carry, or give the parameter an explicit schema with @param({ schema }).',
  },
  TM1102: {
    severity: 'error',
    message: "{0} is a promise ('{1}'); arguments arrive as values",
    mend: 'Declare the awaited type instead.',
  },
  TM1103: {
    severity: 'error',
    message: "{0}: type '{1}' grows without end as it refers to itself",
    mend: 'Make the recursion refer to the same type arguments, or declare a simpler type for the tool.',
  },
  TM1104: {
    severity: 'error',
    message: "{0} is a Map with keys of type '{1}', which JSON objects cannot have",
    mend: 'Use string, number or enum keys, or an array of pairs.',
  },
  TM1105: {
    severity: 'error',
    message: "{0} has type 'never': no value fits it",
    mend: 'Remove it, or correct the type that became never (an intersection of types that exclude each other, for example).',
  },
  TM1106: {
    severity: 'warning',
    message: "{0} has the abstract class '{1}' as its type; only its own properties are checked, and a plain object arrives",
    mend: 'Use a concrete class, an interface, or a union of the concrete classes.',
  },
  TM1107: {
    severity: 'warning',
    message: "{0}: enum '{1}' has members whose values are not known at build time; any {2} is let through",
    mend: 'Give every member a constant value.',
  },
  TM1108: {
    severity: 'error',
    message: '{0} has a type that could not be resolved',
    mend: 'Correct the name or the import; tsc says what is wrong with it.',
  },
  TM1109: {
    severity: 'error',
    message: "{0} has type '{1}', which cannot be said in JSON Schema",
    mend: 'Declare the wanted shape as an interface or a class.',
  },
  TM1110: {
    severity: 'warning',
    message: "{0} has type '{1}', which has no JSON form; it is published without an output schema, and sent uncut",
    mend: 'Return a type that JSON can carry, or void.',
  },
  TM1111: {
    severity: 'error',
    message: "{0} has the function type '{1}'; JSON cannot carry functions",
    mend: 'Leave it out of the type (Omit<…> does), or make it a method of a class.',
  },
  TM1112: {
    severity: 'error',
    message: "{0} has the class '{1}' as its type, which has methods but no public data",
    mend: 'Use a class or an interface with public fields.',
  },
  TM1113: {
    severity: 'warning',
    message: "{0}: class '{1}' has a constructor that wants arguments and works with them, but it is called without any",
    mend: 'Give its parameters defaults, or take an interface and make the instance in the method.',
  },
  TM1201: {
    severity: 'error',
    message: "{0}: '@{1} {2}' is not {3}",
    mend: 'Correct the value of the tag.',
  },
  TM1202: {
    severity: 'error',
    message: '{0}: @{1} does not apply to {2}',
    mend: 'Remove the tag, or change the type.',
  },
  TM1203: {
    severity: 'error',
    message: "{0}: '@{1}' holds a require(…), which is never run",
    mend: 'Write the value itself.',
  },
  TM1204: {
    severity: 'warning',
    message: "{0}: text after the pattern '{1}' was moved into the description: {2}",
    mend: 'Write prose before the tags, or on lines of its own.',
  },
  TM1205: {
    severity: 'warning',
    message: '{0}: this doc comment belongs to nothing, as it follows other code on its line',
    mend: 'Put it on the line before what it describes.',
  },
  TM1206: {
    severity: 'error',
    message: '{0}: {1} {2} does not fit its own schema: it {3}',
    mend: 'Correct the value, or the type and its tags.',
  },
  TM1207: {
    severity: 'error',
    message: '{0}: {1} and {2} contradict each other: no value fits',
    mend: 'Correct one of the two tags.',
  },
} satisfies Record<string, DiagnosticCode>;
