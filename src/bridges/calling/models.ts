/**
 * What is known of models, as data: `models` is the table, `extendModels` adds rows to it. A row says only what differs
 * from the usual: a model that nobody lists can be forced to call a tool, and takes built-in tools beside others.
 * Facts of November 2026, from the pages that stand beside them.
 */

import { ToolError } from '../../errors.js';
import { checkOptions, flag, type TableOf, text } from '../../runtime/option-table.js';
import { preview } from '../../schema/words.js';
import { isFields } from './shapes.js';

/** What one model can; what is absent is not known. */
export interface ModelFacts {
  /** Tokens. */
  readonly contextWindow?: number;
  /** False: a choice that forces a call is refused by the API. */
  readonly supportsForcedToolChoice?: boolean;
  /** False: the provider's built-in tools and one's own cannot be in one request. */
  readonly supportsConcurrentBuiltInAndCustomTools?: boolean;
  /** False: there is no native function calling, so tools go into the prompt. */
  readonly supportsFunctionCalling?: boolean;
  /** False: a structured answer is asked for by forcing a tool. */
  readonly supportsNativeOutput?: boolean;
  /** False: the provider runs no MCP servers for it. */
  readonly supportsMcpServers?: boolean;
  /** False: a message of the user right after the results of tools is refused, so a word of the assistant goes between (chat completions). */
  readonly supportsUserAfterTools?: boolean;
}

/** A row: facts about the models that it matches. */
export interface ModelRow extends ModelFacts {
  /** The name, or an expression for names; a path before it (`us.anthropic.`, `openai/`) does not matter to an expression without `^`. */
  readonly match: string | RegExp;
  /** Whose model; what else holds of all that provider's is in `vendors`. */
  readonly vendor?: string;
}

/** What holds for all models of one vendor. */
export interface VendorFacts {
  /** What becomes of a forced choice that the model does not support: sent as it is, or made `auto`. */
  readonly unsupportedForcedChoice: 'forward' | 'downgrade';
  readonly supportsConcurrentBuiltInAndCustomTools?: boolean;
  readonly supportsMcpServers?: boolean;
}

/** By vendor. */
const vendors = new Map<string, VendorFacts>([
  ['anthropic', { unsupportedForcedChoice: 'downgrade', supportsConcurrentBuiltInAndCustomTools: true }],
  ['openai', { unsupportedForcedChoice: 'forward', supportsConcurrentBuiltInAndCustomTools: true }],
  // Built-in tools beside functions came with Gemini 3.
  ['google', { unsupportedForcedChoice: 'forward', supportsConcurrentBuiltInAndCustomTools: false, supportsMcpServers: false }],
  ['fireworks', { unsupportedForcedChoice: 'forward', supportsConcurrentBuiltInAndCustomTools: false, supportsMcpServers: false }],
]);

/** The first row that says a fact decides on it: the more special ones stand first. */
const rows: ModelRow[] = [
  // "forced tool use returns an error" (what is new in Opus 5.5, 2026-11); Mythos has the specification of Fable.
  { match: /claude-opus-5[-.]5/, vendor: 'anthropic', contextWindow: 1_000_000, supportsForcedToolChoice: false },
  { match: /claude-fable-5[-.]1/, vendor: 'anthropic', contextWindow: 1_000_000, supportsForcedToolChoice: false },
  { match: /claude-mythos-5[-.]1/, vendor: 'anthropic', contextWindow: 1_000_000, supportsForcedToolChoice: false },
  // https://platform.claude.com/docs/build-with-claude/context-windows
  { match: /claude-(?:fable|mythos|opus|sonnet)-5|claude-haiku-5[-.]5/, vendor: 'anthropic', contextWindow: 1_000_000 },
  { match: /claude-opus-4[-.][678]|claude-sonnet-4[-.]6/, vendor: 'anthropic', contextWindow: 1_000_000 },
  { match: /claude/, vendor: 'anthropic', contextWindow: 200_000 },
  // "only compatible with the legacy Completions endpoint" (https://platform.openai.com/docs/models/gpt-3.5-turbo-instruct, 2026-11).
  { match: /gpt-3\.5-turbo-instruct|text-(?:davinci|curie|babbage|ada)-\d|(?:davinci|babbage)-002/, supportsFunctionCalling: false },
  // No template of theirs has tools: https://ollama.com/library/llama2, /gemma, /gemma2; Bedrock's Llama 2 has no tool use (2026-11).
  {
    match: /(?:^|[/.])(?:llama-?2|gemma(?:-1\.1|-?2)?)(?=-\d+b|-chat|:|$)(?!.*(?:tool|func))/i,
    supportsFunctionCalling: false,
  },
  // https://platform.openai.com/docs/models
  { match: /gpt-5\.[4-9]/, vendor: 'openai', contextWindow: 1_050_000 },
  { match: /gpt-5/, vendor: 'openai', contextWindow: 400_000 },
  { match: /gpt-4\.1/, vendor: 'openai', contextWindow: 1_047_576 },
  { match: /gpt-4o|gpt-4-turbo/, vendor: 'openai', contextWindow: 128_000 },
  { match: /(?:^|\/)o[134](?:-|$)/, vendor: 'openai', contextWindow: 200_000 },
  // https://ai.google.dev/gemini-api/docs/models; built-in tools beside functions: text models of Gemini 3, preview.
  { match: /gemini-3.*(?:image|tts|audio|live)/, vendor: 'google', supportsConcurrentBuiltInAndCustomTools: false },
  { match: /gemini-3/, vendor: 'google', contextWindow: 1_048_576, supportsConcurrentBuiltInAndCustomTools: true },
  { match: /gemini-1\.5-pro/, vendor: 'google', contextWindow: 2_097_152 },
  { match: /gemini/, vendor: 'google', contextWindow: 1_048_576 },
  { match: /^accounts\/fireworks\//, vendor: 'fireworks' },
  // https://docs.mistral.ai/getting-started/models
  { match: /mistral-(?:large|medium|small)|ministral|codestral|devstral|magistral/, contextWindow: 128_000 },
  // "Unexpected role 'user' after role 'tool'" (mistral-common, whoever serves the model): github.com/mistralai/mistral-common/issues/169
  { match: /(?:codes|devs|magis|minis|mis|mix|pix)tral/i, vendor: 'mistral', supportsUserAfterTools: false },
  // https://docs.cohere.com/docs/models
  { match: /command-a/, vendor: 'cohere', contextWindow: 256_000 },
  { match: /command-r/, vendor: 'cohere', contextWindow: 128_000 },
];

/** Rows and vendors that were added. The copies of this package in one process share them. */
const key = Symbol.for('toolmark.models');
interface Added {
  rows: ModelRow[];
  vendors: Map<string, VendorFacts>;
}

function added(): Added {
  const holder = globalThis as { [key]?: Added };
  holder[key] ??= { rows: [], vendors: new Map() };
  return holder[key];
}

const wantedFacts: TableOf<ModelFacts> = {
  contextWindow: { is: 'tokens, an integer of 1 or more', fits: (value) => Number.isSafeInteger(value) && (value as number) >= 1 },
  supportsForcedToolChoice: flag,
  supportsConcurrentBuiltInAndCustomTools: flag,
  supportsFunctionCalling: flag,
  supportsNativeOutput: flag,
  supportsMcpServers: flag,
  supportsUserAfterTools: flag,
};

const wantedRow: TableOf<ModelRow> = {
  match: {
    is: 'the name of a model, or an expression for names',
    fits: (value) => (typeof value === 'string' && value !== '') || Object.prototype.toString.call(value) === '[object RegExp]',
  },
  vendor: text,
  ...wantedFacts,
};

const wantedVendor: TableOf<VendorFacts> = {
  unsupportedForcedChoice: { is: "'forward' or 'downgrade'", fits: (value) => value === 'forward' || value === 'downgrade' },
  supportsConcurrentBuiltInAndCustomTools: flag,
  supportsMcpServers: flag,
};

function checkRows(rows: unknown, vendors: unknown): void {
  const refuse = (reason: string): never => {
    throw new ToolError('INVALID_DEFINITION', `extendModels: ${reason}.`);
  };
  if (!Array.isArray(rows)) refuse(`the rows must be a list, [{ match, … }], not ${preview(rows)}`);
  for (const [index, row] of (rows as unknown[]).entries()) {
    checkOptions(`extendModels, row ${index + 1}`, row, wantedRow);
    if ((row as ModelRow).match === undefined) refuse(`row ${index + 1} has no 'match', the name of a model or an expression for names`);
  }
  if (!isFields(vendors)) refuse(`the vendors must be an object, { name: { unsupportedForcedChoice } }, not ${preview(vendors)}`);
  for (const [vendor, known] of Object.entries(vendors as object)) {
    checkOptions(`extendModels, vendor '${vendor}'`, known, wantedVendor);
    if ((known as VendorFacts).unsupportedForcedChoice === undefined)
      refuse(`the vendor '${vendor}' has no 'unsupportedForcedChoice', 'forward' or 'downgrade'`);
  }
}

/**
 * Adds rows, which go before all that are known, and facts about vendors.
 * @returns what takes them away again
 * @throws ToolError INVALID_DEFINITION for what is no row; nothing is added then
 */
export function extendModels(more: readonly ModelRow[], moreVendors: Readonly<Record<string, VendorFacts>> = {}): () => void {
  checkRows(more, moreVendors);
  const mine = added();
  mine.rows.unshift(...more);
  for (const [vendor, known] of Object.entries(moreVendors)) mine.vendors.set(vendor, known);
  return () => {
    mine.rows = mine.rows.filter((row) => !more.includes(row));
    for (const vendor of Object.keys(moreVendors)) mine.vendors.delete(vendor);
  };
}

/** What is known of a model; of one that no row matches, that it can what is usual. */
export function modelFacts(model: string | undefined): Required<Omit<ModelFacts, 'contextWindow'>> & Pick<ModelFacts, 'contextWindow'> {
  const matching = model === undefined ? [] : [...added().rows, ...rows].filter(({ match }) => matches(match, model));
  const first = <K extends keyof ModelFacts>(name: K): ModelFacts[K] => matching.find((row) => row[name] !== undefined)?.[name];
  const vendor = vendorFacts(matching.find((row) => row.vendor !== undefined)?.vendor);
  const contextWindow = first('contextWindow');
  return {
    ...(contextWindow !== undefined && { contextWindow }),
    supportsForcedToolChoice: first('supportsForcedToolChoice') ?? true,
    supportsConcurrentBuiltInAndCustomTools:
      first('supportsConcurrentBuiltInAndCustomTools') ?? vendor?.supportsConcurrentBuiltInAndCustomTools ?? true,
    supportsFunctionCalling: first('supportsFunctionCalling') ?? true,
    supportsNativeOutput: first('supportsNativeOutput') ?? true,
    supportsMcpServers: first('supportsMcpServers') ?? vendor?.supportsMcpServers ?? true,
    supportsUserAfterTools: first('supportsUserAfterTools') ?? true,
  };
}

/** What becomes of a forced choice that the model does not support. */
export function unsupportedForcedChoice(model: string): VendorFacts['unsupportedForcedChoice'] {
  const row = [...added().rows, ...rows].find(({ match, vendor }) => vendor !== undefined && matches(match, model));
  return vendorFacts(row?.vendor)?.unsupportedForcedChoice ?? 'downgrade';
}

function vendorFacts(vendor: string | undefined): VendorFacts | undefined {
  return vendor === undefined ? undefined : (added().vendors.get(vendor) ?? vendors.get(vendor));
}

const matches = (match: string | RegExp, model: string): boolean =>
  typeof match === 'string' ? match === model : new RegExp(match).test(model);
