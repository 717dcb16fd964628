import type { DiagnosticCode } from './diagnostic.js';

const error = (message: string, mend: string): DiagnosticCode => ({ severity: 'error', message, mend });
const warning = (message: string, mend: string): DiagnosticCode => ({ severity: 'warning', message, mend });

/** TM10xx: projects, files and how decorators are used. TM13xx: defaults and examples that do not fit their schema. */
export const usageCodes = {
  // Projects and files.
  TM1001: error('no project found: {0}', 'Run it where a tsconfig.json is, or name one with --project.'),
  TM1002: error('the compiler settings cannot be used: {0}', 'Mend the tsconfig.json.'),
  TM1003: warning(
    'no tool found in {0}',
    'Put @tool() on a method of an exported class, and see that "include" of the tsconfig.json covers its file.',
  ),
  TM1004: error("the module '{0}' cannot be resolved", 'Install it, or mend the path.'),
  TM1005: error('{0}', 'Mend the syntax; nothing can be read from a broken file.'),
  TM1006: error("the type '{0}' cannot be found", 'Mend the import, or declare the type: it is part of a contract.'),
  TM1007: warning(
    "{0} is a CommonJS module, in which 'verbatimModuleSyntax' allows neither import nor export",
    'Say "type": "module" in the package.json, write the module to a .mts file with --out, or turn verbatimModuleSyntax off.',
  ),

  // Classes and functions that hold tools.
  TM1010: error('class {0} has {1} but is not exported', 'Export it, so that the manifest can be bound to it.'),
  TM1011: error(
    '{0} is a {1} but is not exported from its module',
    'Write `export const name = {1}(…)`, so that the manifest can be bound to it.',
  ),
  TM1012: error('class {0} is part of a contract but is not exported', 'Export it, so that arguments can arrive as its instances.'),
  TM1013: error("what tool(…) wraps has no signature to read: '{0}'", 'Give it a function, or a name that stands for one.'),
  TM1014: warning(
    'class {0} has {1} but is declared inside a function',
    'Move it to the top of its module and export it; as it stands no contract can be bound to it.',
  ),
  TM1015: warning(
    '{0} is a {1} made inside a function',
    'Move it to the top of its module and export it; as it stands no contract can be bound to it.',
  ),
  TM1016: error(
    '{0} is not exported by name: its module says `export =`',
    'Export it by name, as `export class`, `export const` or `export { … }` do, so that the manifest can be bound to it.',
  ),
  TM1017: warning(
    "the class that {0} is given here is only known as '{1}', so no schema is written for it",
    'Write new Tool({ …, inputSchema: X }) where the class X is named (a helper may give the other options), or name each class that arrives here in schemaFromClass(X), which need not run. Others are refused at run time.',
  ),

  // Methods.
  TM1020: error('static method {0} cannot be {1}', 'Make it an instance method{2}'),
  TM1021: error('{0} is no method, so it cannot be {1}', 'Put {2} on a method{3}'),
  TM1022: error('{0} is named by a symbol or a computed name, so it cannot be {1}', 'Give the method a plain name.'),
  TM1023: error('{0} method {1} cannot be {2}', 'Make it public: it is called from outside.'),
  TM1024: error('{1} stands on class {0}', 'Put it on the methods; @toolset is for classes.'),
  TM1025: error("two {2} of class {0} are named '{1}'", 'Give one of them another name.'),
  TM1026: error("unknown option '{0}' of {1}", 'Known are: {2}.'),
  TM1027: error("'{0}' cannot be the name of {1}", 'Use 1 to 128 characters out of A-Z a-z 0-9 . _ - for it.'),
  TM1028: error("option '{0}' of {1} must be {2}", 'Mend its value, or leave it out.'),

  // Parameters.
  TM1030: error(
    '{0} takes the whole arguments object as well as single arguments',
    'Keep one of both: put the others into the @payload() object, or drop @payload().',
  ),
  TM1031: error('{0} has two @payload() parameters', 'Only one parameter can be the arguments object.'),
  TM1032: error(
    'a destructured parameter of {0} stands beside other arguments',
    "Give it a name, for example with @param({ name: 'options' }), or make it the only argument.",
  ),
  TM1033: warning("JSDoc describes a parameter '{0}' that {1} does not have", 'Mend the name, or remove the @param line.'),
  TM1034: error("two arguments of {0} are named '{1}'", 'Give one of them another name.'),
  TM1035: error("the arguments of a call are an object, not '{0}'", 'Without @payload() it is one argument of its own name.'),
  TM1036: error(
    'a parameter of {0} is decorated, which standard decorators do not allow',
    'Set "experimentalDecorators": true in the compilerOptions of the tsconfig.json.',
  ),

  // Resources, prompts and completions.
  TM1040: error(
    "'{0}' cannot be the URI of a resource: it {1}",
    "Write a URI such as 'app://config', or a template such as 'app://users/{id}'.",
  ),
  TM1041: error(
    "the URI '{0}' has a variable '{1}' that {2} does not take",
    'Give the method a parameter of that name, or mend the template.',
  ),
  TM1042: error(
    "the resource {0} wants an argument '{1}' that its URI does not give",
    'Make the parameter optional, or put it into the template as a variable.',
  ),
  TM1043: error(
    "the argument '{0}' of {1} cannot be made from {2}",
    'Take a string, number, boolean or enum, or a union of such (for `{name*}` an array); what is nested can be JSON text.',
  ),
  TM1044: error('the {0} {1} takes a rest parameter, whose arguments would have no names', 'Give each argument a parameter of its own.'),
  TM1045: error('the {0} {1} gives nothing', 'Return what is to be read: text, bytes, messages, or a value that JSON can carry.'),
  TM1046: warning(
    "@complete names the {0} '{1}', which class {2} does not have",
    'Mend the name, or register the class that has it as well. {3}',
  ),
  TM1047: error("@complete names the argument '{0}', which {1} does not have", 'Mend the name. {2}'),
  TM1048: error(
    "the first parameter of {0} has type '{1}', but gets what has been typed so far, a string",
    'Declare it as a string; the arguments given so far come second, the ToolContext third.',
  ),

  // Forms.
  TM1050: error(
    "the field '{0}' of the form {1} {2}, which MCP's forms cannot ask for",
    '{3} There are strings, numbers, booleans and choices.',
  ),
  TM1051: error(
    "the form {0} is made of '{1}', which has no fixed fields",
    'Make it of a class, an interface or an object type with fields.',
  ),
  TM1052: error('form() is told no fields', 'Name their type: `form<SignUp>()`, or give their schema: `form({ schema })`.'),
  TM1053: warning(
    "the field '{0}' of the form {1} has the format '{2}', which MCP's forms do not know; the person is told it in words",
    'Use email, uri, date or date-time, or say it with @pattern.',
  ),

  // Values that do not fit.
  TM1301: error('the default {0} of {1} does not fit its own schema: {2}', 'Mend the default or the type.'),
  TM1302: error('the example of {0} does not fit its own schema: {1}', 'Mend the example or the type.'),
} satisfies Record<string, DiagnosticCode>;
