/** What every bridge does to turn tools into declarations: legal names, a schema the provider takes, strict where that can be, and what got lost. */
import { ToolError } from '../../errors.js';
import { Tool } from '../../runtime/tool.js';
import type { Declaration, Declarations, DeclareOptions, GivenTools, Loss, NameMap, ToolLike } from './bridge.js';
import { checkDeclareOptions } from './declare-options.js';
import { type Deferral, deferredNames } from './deferral.js';
import { facts, type Provider, type ProviderFacts } from './facts.js';
import { formsOf, optionsOf } from './forms.js';
import { isDefinition, notATool, toolList } from './given-tools.js';
import { keep, known } from './kept.js';
import { nameMap } from './names.js';
import { withOwnSearch } from './own-search.js';
import { portable } from './portable/index.js';
import { withSentences } from './portable/sentences.js';
import { meantProvider } from './provider-names.js';
import { chooseStrictTools, type Entry, strictWarning } from './strict/choice.js';

/**
 * Declares tools to a provider. Nothing is sent, and no tool is changed; what is made of a `Tool` is kept for the next time.
 * @throws ToolError INVALID_DEFINITION for an unknown provider, DUPLICATE_TOOL for two tools of one name
 */
export function declareTools(source: GivenTools, provider: Provider, given: DeclareOptions = {}): Declarations {
  checkDeclareOptions('declareTools', given);
  const tools = toolList(source, provider, 'declareTools');
  const options = withOwnSearch(given);
  const made = known(tools, provider, options) ?? keep(declareAnew(tools, provider, options), tools, provider, options);
  made.losses.forEach((loss) => options.onLoss?.(loss));
  made.warnings.forEach((warning) => options.onWarning?.(warning));
  return made;
}

function declareAnew(tools: readonly ToolLike[], provider: Provider, options: DeclareOptions): Declarations {
  const limits = factsOf(provider);
  const entries = entriesFor(tools, provider);
  const names = nameMap(
    entries.map(({ name }) => name),
    limits.name,
  );
  const choice = chooseStrictTools(entries, limits, options);
  const hidden = deferredNames(entries, limits, options);
  const losses: Loss[] = [];
  const settings: Settings = { limits, options, names, strict: choice.strict, hidden, losses };
  const declarations = entries.map((entry) => declare(entry, settings));
  for (const [tool, reason] of choice.reasons) losses.push(ofTool(tool, 'LENIENT', `not strict: ${reason}`));
  const warnings = [tooMany(entries, limits, losses), strictWarning(choice.reasons, limits.label) ?? [], hidden.warnings].flat();
  const strict: string[] = [];
  const lenient: string[] = [];
  for (const one of declarations) (one.strict ? strict : lenient).push(one.originalName);
  return { declarations, names, losses, warnings, strict, lenient, deferred: [...hidden.names] };
}

/** What is known of a provider. @throws ToolError INVALID_DEFINITION for a name that is not in the table */
export function factsOf(provider: Provider): ProviderFacts {
  if (Object.hasOwn(facts, provider)) return facts[provider];
  throw new ToolError('INVALID_DEFINITION', `There is no provider '${provider}'. ${meantProvider(provider)}`);
}

function twoOfOneName(toolName: string, isSame: boolean): ToolError {
  const mend = isSame ? 'It is the same one: leave out the second.' : 'Give one another name, or leave one out.';
  return new ToolError('DUPLICATE_TOOL', `Two tools of the list are named '${toolName}'. ${mend}`, { toolName });
}

function entriesFor(tools: readonly ToolLike[], provider: Provider): Entry[] {
  const names = new Set<string>();
  return tools.map((tool, index): Entry => {
    if (!(tool instanceof Tool) && !isDefinition(tool)) throw notATool(tool, index);
    const { name } = tool;
    if (names.has(name)) throw twoOfOneName(name, tools.indexOf(tool) < index);
    names.add(name);
    return { tool, name, forms: formsOf(tool, provider), own: optionsOf(tool) };
  });
}

interface Settings {
  limits: ProviderFacts;
  options: DeclareOptions;
  names: NameMap;
  strict: ReadonlySet<string>;
  hidden: Deferral;
  losses: Loss[];
}

function declare(entry: Entry, { limits, options, names, strict, hidden, losses }: Settings): Declaration {
  const { forms, own, tool, name: originalName } = entry;
  const { definition } = forms;
  const name = names.toProvider(originalName);
  const isStrict = strict.has(originalName);
  const strictForm = isStrict ? forms.strict : undefined;
  const form = typeof strictForm === 'object' ? strictForm : forms.lenient;
  for (const loss of form.losses) losses.push({ tool: originalName, ...loss });
  if (name !== originalName) losses.push(ofTool(originalName, 'RENAMED', `declared as '${name}'`));
  const said = form.words === undefined ? definition.description : withSentences(definition.description, [form.words]);
  const description = shortened(said, limits, originalName, losses);
  const made: { -readonly [K in keyof Declaration]: Declaration[K] } = {
    name,
    originalName,
    parameters: form.schema,
    strict: isStrict,
    defer: hidden.names.has(originalName),
    examples: (options.examples && own.examples) || noExamples,
    tool,
    description: description === '' ? undefined : description,
  };
  // Nothing is checked by it, so that what gets lost is not worth telling.
  if (options.outputSchemas && definition.outputSchema) made.output = portable(definition.outputSchema, limits.schema).schema;
  return made;
}

/** A loss of the tool itself. */
const ofTool = (tool: string, code: Loss['code'], what: string): Loss => ({ tool, path: [], keyword: '', code, what });

const noExamples: readonly never[] = [];

function shortened(
  description: string | undefined,
  { description: longest }: ProviderFacts,
  tool: string,
  losses: Loss[],
): string | undefined {
  if (description === undefined || longest === undefined || description.length <= longest) return description;
  losses.push(ofTool(tool, 'SHORTENED', `the description has ${description.length} characters; at most ${longest} are sent`));
  // Never half a character.
  return `${description.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The request would be refused: that is worth a warning, beside a loss for each tool that is one too many. */
function tooMany(entries: readonly Entry[], { tools: most, label }: ProviderFacts, losses: Loss[]): string[] {
  if (most === undefined || entries.length <= most) return [];
  const what = `${label} takes ${most} tools in one request, and there are ${entries.length}`;
  for (const { name } of entries.slice(most)) losses.push(ofTool(name, 'TOO_MANY_TOOLS', what));
  return [`${what}: it refuses more. Declare fewer, such as registry.list().filter(…)`];
}
