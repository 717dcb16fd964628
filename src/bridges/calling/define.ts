/** Makes the public functions of a bridge to a native API from a small table of what only that API has. */
import { ToolError } from '../../errors.js';
import { asDeclared, namedTools } from './back.js';
import type { BridgeFacts, Declaration, Declarations, DeclareOptions, GivenTools, NativeTypes, ToolLike } from './bridge.js';
import { ToolCalls } from './calls.js';
import { checkModel, type ChoiceForms, type ChoiceOptions, type ToolChoice, toolChoiceFields } from './choice.js';
import { checkChoiceOptions, checkDeclareOptions } from './declare-options.js';
import { declareTools } from './declare.js';
import { facts, type Provider, type ProviderFacts } from './facts.js';
import { checkAnswer } from './given-answer.js';
import { checkChunk } from './given-calls.js';
import { toolList } from './given-tools.js';
import { identified, type NextId } from './identify.js';
import type { Accumulation } from './loop/driver.js';
import { withOwnSearch } from './own-search.js';
import { type Pair, paired, pairsOf } from './replay.js';
import type { CallResult } from './results.js';
import { isFields, type RawCall } from './shapes.js';
import { type Delta, StreamAccumulator } from './stream.js';

/** What one API has that no other has. Names are the provider's here. */
export interface BridgeTable<T extends NativeTypes> {
  readonly provider: Provider;
  /** One of our tools. */
  tool(declaration: Declaration): T['tool'];
  /** All of them, where something must be said of the list: the last one is cached, and the like. */
  list?(tools: T['tool'][], options: DeclareOptions): T['tool'][];
  /** The provider's search, which deferred tools hide behind. */
  search?(kind: true | 'regex' | 'bm25'): T['tool'];
  /** An MCP server that the provider runs. Absent where it runs none. @throws ToolError INVALID_DEFINITION, or TypeError for `allowed_tools` */
  mcpServer?(server: object): T['tool'];
  /** The provider's own tool that stands beside ours; as it is where absent. */
  builtIn?(tool: object): T['tool'];
  /** Fields of the request beside the tools and the choice. */
  fields?(declarations: Declarations, options: DeclareOptions): Readonly<Record<string, unknown>>;
  readonly choice: BridgeChoice<T['choice']>;
  /** The calls of a whole answer, in order. */
  calls(response: T['response']): RawCall[];
  /** Reads one streamed answer. */
  stream(): AnswerStream<T>;
  /** The model's part of the transcript, made of calls that each have an id. */
  assistant(text: string, calls: readonly RawCall[]): T['message'][];
  /** What tells the model of the results of one turn; `call.name` is the provider's. */
  results(pairs: readonly Pair[]): T['message'][];
  /** A message whose calls, in order, have the ids that are given for them, or else their own. Absent where the API has no ids. */
  identify?(message: T['message'], nextId: NextId): T['message'];
}

/** A choice that the provider cannot say is absent: instead of one tool any is wanted, instead of any the model decides, with a warning. */
export type BridgeChoice<T> = Omit<ChoiceForms<T>, 'none' | 'any' | 'tool'> & Partial<Pick<ChoiceForms<T>, 'none' | 'any' | 'tool'>>;

/** The state of one streamed answer. */
export interface AnswerStream<T extends NativeTypes> {
  deltas(chunk: T['chunk']): readonly Delta[];
  /** The assistant's message as it goes back with the next request; calls have the provider's names. */
  message(answer: { readonly text: string; readonly calls: readonly RawCall[] }): T['assistant'];
}

/** A bridge to a native API: pure functions. */
export interface NativeBridge<T extends NativeTypes> extends BridgeFacts {
  /** Tools for a request: a plain array. @throws ToolError DUPLICATE_TOOL, INVALID_DEFINITION */
  toTools(tools: GivenTools, options?: DeclareOptions): T['tool'][];
  /** Fields of a request to spread: empty where there are no tools. @throws ToolError INVALID_DEFINITION for what is no choice */
  toToolChoice(choice: ToolChoice | undefined, tools: GivenTools, options?: ChoiceOptions): Partial<T['choice']>;
  /** Further fields of a request that these tools need, to spread; often none. */
  toRequestFields(tools: GivenTools, options?: DeclareOptions): Readonly<Record<string, unknown>>;
  /**
   * The calls of a whole answer. With the tools of the request their own names and arguments are given back: what the declaration
   * renamed, and the null that strict mode puts in place of what is absent.
   */
  parseCalls(response: T['response'], tools?: GivenTools): ToolCalls;
  /** Puts a streamed answer together. */
  accumulate(tools?: GivenTools): Accumulation<T>;
  /**
   * The model's own messages of one turn as they go back with the next request, with the ids that its calls have by now: one came
   * without an id, or with that of another, and a request with it is refused. They are not changed themselves; what was said before
   * may stand in front, and keeps its ids.
   * @param calls as they were run: with `calls.withIds(turn)`, where that is what was run
   */
  withIds(messages: readonly T['message'][], calls: ToolCalls): T['message'][];
  /**
   * Messages for the results of one turn, in the order of the calls; the assistant's own message is the caller's, see `withIds`.
   * Results of the registry will do. @throws ToolError INVALID_ARGUMENTS unless each call has one result
   */
  toMessages(calls: ToolCalls, results: Iterable<CallResult>, tools?: GivenTools): T['message'][];
  /** A turn of a stored or foreign conversation, with the assistant's message; only its text, when not every call has its result. */
  replay(calls: ToolCalls, results: Iterable<CallResult>, text?: string, tools?: GivenTools): T['message'][];
}

/** @param table what only this API has */
export function defineBridge<T extends NativeTypes>(table: BridgeTable<T>): NativeBridge<T> {
  const { provider } = table;
  const limits: ProviderFacts = facts[provider];
  const listOf = (tools: GivenTools, method: keyof NativeBridge<T>): readonly ToolLike[] => toolList(tools, limits.label, method);
  const read = (raw: readonly RawCall[], tools: readonly ToolLike[] | undefined): ToolCalls => {
    const calls = ToolCalls.fromRaw(raw);
    return tools ? asDeclared(calls, tools, limits) : calls;
  };
  /** The same pairs with the provider's names. */
  const toWire = (pairs: readonly Pair[], tools: GivenTools | undefined): Pair[] => {
    const { toProvider } = namedTools(listOf(tools ?? [], 'toMessages'), limits.name);
    if (pairs.every(({ call }) => toProvider(call.name) === call.name)) return pairs as Pair[];
    return pairs.map((pair): Pair => {
      const name = toProvider(pair.call.name);
      return name === pair.call.name ? pair : { call: { ...pair.call, name }, result: pair.result };
    });
  };
  return {
    provider,
    limits,
    toTools: (tools, options = {}) => nativeTools(table, listOf(tools, 'toTools'), options),
    toToolChoice: (choice, given, options = {}) => {
      checkChoiceOptions(`${limits.label}: toToolChoice()`, options);
      const tools = namedTools(listOf(given, 'toToolChoice'), limits.name);
      const forms = allForms(table.choice, limits.label, options.onWarning);
      return toolChoiceFields(choice, tools, forms, { ...options, provider: limits.label });
    },
    toRequestFields: (tools, options = {}) => {
      checkDeclareOptions(`${limits.label}: toRequestFields()`, options);
      return table.fields?.(declareTools(listOf(tools, 'toRequestFields'), provider, quiet(options)), options) ?? {};
    },
    parseCalls: (response, tools) => read(callsIn(table, response, limits.label), tools && listOf(tools, 'parseCalls')),
    accumulate: (given) => {
      const tools = given && listOf(given, 'accumulate');
      return accumulation(table.stream(), (raw) => read(raw, tools));
    },
    withIds: (messages, calls) => (table.identify ? identified(messages, calls.withIds(), table.identify) : [...messages]),
    toMessages: (calls, results, tools) => table.results(toWire(pairsOf(calls, results), tools)),
    replay: (calls, results, text = '', tools) => {
      const pairs = toWire(paired(calls, results) ?? [], tools);
      const made = pairs.map(({ call }) => call);
      if (pairs.length === 0) return text === '' ? [] : table.assistant(text, []);
      return [...table.assistant(text, made), ...table.results(pairs)];
    },
  };
}

/** Where none was found, the answer may be none. */
function callsIn<T extends NativeTypes>(table: BridgeTable<T>, response: T['response'], label: string): RawCall[] {
  try {
    const found = table.calls(response);
    if (found.length > 0) return found;
  } catch (cause) {
    checkAnswer(response, table.provider, label, cause);
    throw cause;
  }
  checkAnswer(response, table.provider, label);
  return [];
}

function allForms<T>(forms: BridgeChoice<T>, label: string, warn: (message: string) => void = () => {}): ChoiceForms<T> {
  const instead = (what: string, then: string, make: () => T): T => {
    warn(`${label} cannot be told ${what}: ${then} instead.`);
    return make();
  };
  const auto = (): T => forms.auto();
  const any = forms.any?.bind(forms) ?? ((): T => instead('to call a tool', 'the model decides', auto));
  const none = forms.none?.bind(forms) ?? ((): T => instead('to call no tool', 'the model decides; send no tools', auto));
  const tool =
    forms.tool?.bind(forms) ??
    ((name: string): T => instead(`to call '${name}'`, forms.any ? 'any tool is wanted' : 'the model decides', forms.any ? any : auto));
  return { ...forms, any, none, tool };
}

/** What was told when the tools were declared is not told again. */
const quiet = (options: DeclareOptions): DeclareOptions => ({ ...options, onLoss: undefined, onWarning: undefined });

/** Ours, then the provider's search, then MCP servers and its own tools as they are. */
function nativeTools<T extends NativeTypes>(table: BridgeTable<T>, tools: readonly ToolLike[], options: DeclareOptions): T['tool'][] {
  checkDeclareOptions(`${facts[table.provider].label}: toTools()`, options);
  const { builtIn = [], mcpServers = [], toolSearch, model, responseSchema } = withOwnSearch(options);
  if (model !== undefined)
    checkModel(model, {
      own: tools.length,
      builtIn: builtIn.length,
      mcpServers: mcpServers.length + builtIn.filter(isMcpServer).length,
      hasResponseSchema: responseSchema !== undefined,
    });
  const { declarations, deferred } = declareTools(tools, table.provider, options);
  const own = declarations.map((declaration) => withExtra(table.tool(declaration), options.extra?.(declaration.tool)));
  const search = toolSearch !== undefined && toolSearch !== false && deferred.length > 0 ? table.search?.(toolSearch) : undefined;
  return [
    ...(table.list?.(own, options) ?? own),
    ...(search === undefined || builtIn.some((tool) => isSame(tool, search)) ? [] : [search]),
    ...mcpServers.map((server) => mcpServer(table, server)),
    ...builtIn.map((tool) => table.builtIn?.(tool) ?? tool),
  ];
}

/** They may stand among the built-in tools. */
const isMcpServer = (tool: object): boolean => ['mcp', 'mcp_toolset'].includes(String((tool as { type?: unknown }).type));

/** Fields of others never take the place of ours; those in an object that stands in the declaration go there. */
function withExtra<T>(tool: T, extra: object | undefined): T {
  if (!extra || !isFields(tool)) return tool;
  const made: Record<string, unknown> = { ...extra };
  for (const [key, value] of Object.entries(tool)) {
    const more = made[key];
    made[key] = isFields(value) && isFields(more) ? { ...more, ...value } : value;
  }
  return made as T;
}

const isSame = (tool: object, other: unknown): boolean =>
  typeof other === 'object' && other !== null && (tool as { type?: unknown }).type === (other as { type?: unknown }).type;

function mcpServer<T extends NativeTypes>({ provider, mcpServer: write }: BridgeTable<T>, server: object): T['tool'] {
  if (write) return write(server);
  throw new ToolError(
    'INVALID_DEFINITION',
    `${facts[provider].label} runs no MCP servers: connect to the server here, and give its tools like your own.`,
  );
}

function accumulation<T extends NativeTypes>(answer: AnswerStream<T>, read: (raw: readonly RawCall[]) => ToolCalls): Accumulation<T> {
  const stream = new StreamAccumulator();
  return {
    push: (chunk) => {
      try {
        const heard = stream.push(...answer.deltas(chunk));
        if (heard.length === 0) checkChunk(chunk);
        return heard;
      } catch (error) {
        checkChunk(chunk);
        throw error;
      }
    },
    get text() {
      return stream.text;
    },
    get usage() {
      return stream.usage;
    },
    calls: () => read(stream.rawCalls()),
    incomplete: () => stream.incomplete(),
    message: () => answer.message({ text: stream.text, calls: stream.rawCalls() }),
  };
}
