/** What a Resource is made of: a marked method, or what was written by hand. */
import type { ResourceMark } from '../../decorators/metadata.js';
import { checkOptions, invalid, resourceRules } from '../../decorators/options.js';
import { parseTemplate, type UriTemplate } from '../../decorators/uri-template.js';
import type { JsonSchema, ReadonlySchema, ResourceOptions, ToolContext, ToolsetOptions } from '../../types.js';
import type { Completer } from '../completion/source.js';
import { checkIsInit, checkOptionNames } from '../definition/given-parts.js';
import { handMadeSource } from '../definition/hand-made.js';
import { type Method, methodSource, placeOf } from '../definition/method-source.js';
import type { ToolPlan, ToolSource } from '../definition/source.js';

export interface ResourceSource extends ToolSource {
  readonly kind: 'resource';
  /** A URI, or a template. */
  readonly uri: string;
  readonly template: UriTemplate;
  readonly declared: ResourceOptions & { name: string };
  /** Of a resource made by hand: by variable. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** What makes a resource by hand. */
export interface ResourceInit extends ResourceOptions {
  /** A URI, or a template (RFC 6570) whose variables `read` gets. */
  uri: string;
  name: string;
  /** Of the variables; each is a text unless this says more. */
  inputSchema?: JsonSchema | ReadonlySchema;
  /** Gets the checked variables. */
  read(variables: Record<string, unknown>, context: ToolContext): unknown;
  /** Proposals for variables, by name. */
  complete?: Record<string, Completer>;
}

type Defaults = Pick<ToolsetOptions, 'icons' | 'tags' | 'meta' | '_meta' | 'timeout' | 'scopes' | 'guard'>;

/** @throws ToolError INVALID_DEFINITION where variables and parameters differ, STALE_MANIFEST */
export function methodResource(method: Method, { uri, options }: ResourceMark, defaults: Defaults): ResourceSource {
  const declared = { ...defaults, ...options, name: options.name ?? method.name };
  const source = resourceSource(methodSource(method, { kind: 'resource', name: uri, options: callOptions(declared) }), uri, declared);
  checkVariables(source, source.plan(), `@resource('${uri}') on ${placeOf(method)}`);
  return source;
}

/** @throws ToolError INVALID_DEFINITION */
export function handMadeResource(init: ResourceInit): ResourceSource {
  checkIsInit(init, 'Resource');
  const { uri, read, complete, inputSchema, ...declared } = init;
  const place = `new Resource(${JSON.stringify(uri)})`;
  checkOptionNames(declared, resourceRules, ['read', 'uri', 'inputSchema', 'complete'], place);
  checkOptions(declared, resourceRules, place);
  if (declared.name === undefined) throw invalid(place, "needs a 'name'");
  const template = typeof uri === 'string' ? parseTemplate(uri) : 'must be a string';
  if (typeof template === 'string') throw invalid(place, `the URI ${template}`);
  const options = callOptions(declared);
  const input = inputSchema ?? variablesSchema(template);
  const run = typeof read === 'function' ? read.bind(init) : read;
  const source = resourceSource(handMadeSource({ kind: 'resource', name: uri, place, options, input, run }), uri, declared);
  checkVariables(source, source.plan(), place);
  return complete ? { ...source, complete } : source;
}

function resourceSource(source: ToolSource, uri: string, declared: ResourceSource['declared']): ResourceSource {
  const template = parseTemplate(uri);
  if (typeof template === 'string') throw invalid(source.place, `the URI '${uri}' ${template}`);
  const plan = source.plan();
  return { ...source, kind: 'resource', uri, template, declared, plan: () => plan };
}

function callOptions({
  annotations: _annotations,
  mimeType: _type,
  size: _size,
  ...options
}: ResourceOptions): Omit<ResourceOptions, 'annotations'> {
  return options;
}

function variablesSchema({ variables, query = [] }: UriTemplate): JsonSchema {
  const schemaOf = (isList: boolean): JsonSchema => (isList ? { type: 'array', items: { type: 'string' } } : { type: 'string' });
  const required = variables.filter((one) => !query.includes(one)).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map(({ name, isList }) => [name, schemaOf(isList)])),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function checkVariables({ template }: ResourceSource, { input }: ToolPlan, place: string): void {
  const names = template.variables.map(({ name }) => name);
  const known = Object.keys(input.properties ?? {});
  const stray = names.find((name) => !known.includes(name));
  if (stray !== undefined && input.additionalProperties === false) {
    const list = known.length > 0 ? `there are ${known.map((name) => `'${name}'`).join(', ')}` : 'there are none';
    throw invalid(
      place,
      `the variable '${stray}' of the URI is no parameter (${list}); name them alike, or run 'npx toolmark build' if the method has changed`,
    );
  }
  const unfilled = (input.required ?? []).find((name) => !names.includes(name));
  if (unfilled !== undefined)
    throw invalid(place, `nothing in the URI fills the parameter '${unfilled}'; add {${unfilled}} to it, or make the parameter optional`);
}
