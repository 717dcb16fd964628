/** A contract and what decorators said of it, joined to a plan: the arguments' schema, the output's, and how a call is made. */
import type { MarkedMethod, ParameterRecord } from '../../decorators/metadata.js';
import { ToolError } from '../../errors.js';
import { inlineReferences, localTarget } from '../../schema/references.js';
import type { Constructor, ContractSchema, ParameterContract, ToolContract, ToolManifest } from '../../types.js';
import { loaded } from '../manifest-index.js';
import { argumentsClass, checkRules, narrowByClass, RuleBook, type RuleOptions } from '../rules/index.js';
import { narrowClasses } from './narrow-classes.js';
import { serialisedClasses } from './serialised-classes.js';
import type { ParameterPlan, ToolPlan } from './source.js';
import { wrapOutput } from './wrap-output.js';

/** One parameter: what the contract says, overridden field by field by what the author said. */
interface JoinedParameter extends ParameterContract {
  rules: readonly PropertyDecorator[];
  default?: unknown;
}

type Bound = { contract: ToolContract; manifest: ToolManifest | undefined };

export function contractPlan({ contract, manifest }: Bound, record: MarkedMethod, place: string, rules: RuleOptions): ToolPlan {
  const parameters = contract.parameters.map((parameter, index) => join(parameter, record.parameters.get(index)));
  const classNamed = classTable(manifest);
  const definitions = definitionTable(manifest);
  const root = inlineReferences(rootSchema(parameters, place), definitions);
  const argumentsOwner = ownerOfRules(parameters, place);
  let input = narrowClasses(serialisedClasses(objectRoot(root, place), classNamed, 'toClass'), classNamed, rules);
  if (argumentsOwner) checkDefaults(parameters, argumentsOwner, place, rules);
  if (argumentsOwner) input = narrowByClass(input, argumentsOwner, rules, (reference) => localTarget(input, reference));
  const plan: ToolPlan = { input, parameters: parameters.map(planOf), wrapsOutput: false, classNamed };
  const description = describe(record.options.description, contract);
  if (description) plan.description = description;
  const examples = record.options.examples ?? contract.examples;
  if (examples) plan.examples = examples;
  if (argumentsOwner) plan.argumentsOwner = argumentsOwner;
  if (contract.void) plan.isVoid = true;
  return contract.output
    ? withOutput(plan, serialisedClasses(inlineReferences(contract.output, definitions), classNamed, 'toPlain'))
    : plan;
}

function withOutput(plan: ToolPlan, schema: ContractSchema): ToolPlan {
  const wrapsOutput = schema.type !== 'object';
  return wrapsOutput ? { ...plan, wrapsOutput, output: wrapOutput(schema), naturalOutput: schema } : { ...plan, output: schema };
}

function describe(given: string | undefined, { description, deprecated }: ToolContract): string | undefined {
  const note = deprecated === undefined ? undefined : deprecated === true ? 'Deprecated.' : `Deprecated: ${deprecated}`;
  return [given ?? description, note].filter(Boolean).join('\n\n') || undefined;
}

function join(parameter: ParameterContract, said: ParameterRecord | undefined): JoinedParameter {
  const options = said?.options ?? {};
  const schema: ContractSchema = { ...(options.schema ?? parameter.schema) };
  if (options.schema && schema.description === undefined && parameter.schema?.description !== undefined)
    schema.description = parameter.schema.description;
  if (options.description !== undefined) schema.description = options.description;
  if (options.examples !== undefined) schema.examples = options.examples;
  if (options.secret) schema['x-secret'] = true;
  if (options.header !== undefined) schema['x-mcp-header'] = options.header;
  const hasDefault = Object.hasOwn(options, 'default') && options.default !== undefined;
  if (hasDefault) schema.default = options.default;
  const joined: JoinedParameter = {
    ...parameter,
    role: said?.role ?? parameter.role,
    name: options.name ?? parameter.name,
    schema,
    rules: said?.rules ?? [],
  };
  joined.required = parameter.required && !hasDefault;
  if (hasDefault) joined.default = options.default;
  else if (!parameter.initialised && !parameter.required && schema.default !== undefined) joined.default = schema.default;
  return joined;
}

function planOf({ name, role, default: value }: JoinedParameter): ParameterPlan {
  return value === undefined ? { name, role } : { name, role, default: value };
}

/** The arguments' schema: the payload's own, or one closed object of the parameters in the order of the source. */
function rootSchema(parameters: readonly JoinedParameter[], place: string): ContractSchema {
  const payloads = parameters.filter(({ role }) => role === 'payload');
  const properties = parameters.filter(({ role }) => role === 'property' || role === 'rest');
  if (payloads.length > 1 || (payloads.length === 1 && properties.length > 0)) {
    throw new ToolError(
      'INVALID_DEFINITION',
      `${place}: a payload is the whole arguments object, so no other parameter but the context can stand beside it.`,
    );
  }
  if (payloads[0]) return payloads[0].schema ?? {};
  const names = properties.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ToolError('INVALID_DEFINITION', `${place}: two parameters are named '${twice}'.`);
  const root: ContractSchema = {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema ?? {}])),
    additionalProperties: false,
  };
  const required = properties.filter((parameter) => parameter.required && parameter.role !== 'rest').map(({ name }) => name);
  if (required.length > 0) root.required = required;
  return root;
}

/** A payload's schema as a root: MCP and every provider want `type: object` there, also over a union. */
function objectRoot(schema: ContractSchema, place: string): ContractSchema {
  const root = schema.$ref === undefined ? schema : { ...localTarget(schema, schema.$ref), ...withoutReference(schema) };
  const types = root.type === undefined ? [] : [root.type].flat();
  if (types.length > 0 && !types.includes('object')) {
    throw new ToolError(
      'INVALID_DEFINITION',
      `${place}: the payload must be an object, not ${types.join(' or ')}; without @payload() it is one argument.`,
    );
  }
  const { type: _type, ...rest } = root;
  return { type: 'object', ...rest };
}

function withoutReference({ $ref: _reference, ...rest }: ContractSchema): ContractSchema {
  return rest;
}

function ownerOfRules(parameters: readonly JoinedParameter[], place: string): Constructor | undefined {
  const rules = new Map(parameters.filter((parameter) => parameter.rules.length > 0).map(({ name, rules: list }) => [name, list]));
  return rules.size > 0 ? argumentsClass(`${place} arguments`, rules) : undefined;
}

/** What arrives as it stands; other defaults are made first. */
const isPlainDefault = ({ default: value, schema }: JoinedParameter): boolean =>
  value !== undefined && schema?.['x-as'] === undefined && (typeof value !== 'object' || Array.isArray(value));

/** A default of `@param` that its own rules refuse would make every call without the argument fail. */
function checkDefaults(parameters: readonly JoinedParameter[], owner: Constructor, place: string, rules: RuleOptions): void {
  const given = Object.fromEntries(parameters.filter(isPlainDefault).map(({ name, default: value }) => [name, value]));
  const instance = Object.assign(Object.create(owner.prototype as object) as object, given);
  const outcome = checkRules([{ instance, path: [] }], new RuleBook(rules));
  if (outcome instanceof Promise || !outcome[0]) return;
  throw new ToolError(
    'INVALID_DEFINITION',
    `${place}: the default of '${String(outcome[0].path[0])}' breaks its own rule: ${outcome[0].message}.`,
  );
}

function classTable(manifest: ToolManifest | undefined): (name: string) => Constructor | undefined {
  return (name) => {
    const thunk = manifest && Object.hasOwn(manifest.types, name) ? manifest.types[name] : undefined;
    return thunk && loaded(thunk);
  };
}

function definitionTable(manifest: ToolManifest | undefined): (name: string) => ContractSchema | undefined {
  return (name) => (manifest && Object.hasOwn(manifest.$defs, name) ? manifest.$defs[name]?.() : undefined);
}

/** The contract that decorators alone give, when every parameter has an explicit schema. */
export function explicitContract(
  fn: (...args: never[]) => unknown,
  emitted: number | undefined,
  record: MarkedMethod,
): ToolContract | undefined {
  const last = Math.max(-1, ...record.parameters.keys());
  const count = Math.max(emitted ?? fn.length, last + 1);
  if (count === 0 && (record.options.description === undefined || !/^[^(]*\(\s*\)/.test(Function.prototype.toString.call(fn))))
    return undefined;
  const parameters = Array.from({ length: count }, (_, index) => explicitParameter(record.parameters.get(index)));
  return parameters.every((parameter) => parameter !== undefined) ? { parameters, length: fn.length } : undefined;
}

function explicitParameter(said: ParameterRecord | undefined): ParameterContract | undefined {
  if (said?.role === 'context') return { name: 'context', role: 'context', required: false };
  const schema = said?.options?.schema;
  if (!schema) return undefined;
  if (said?.role === 'payload') return { name: 'payload', role: 'payload', required: true, schema };
  const name = said?.options?.name;
  return name === undefined ? undefined : { name, role: 'property', required: true, schema };
}
