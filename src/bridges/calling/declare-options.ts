/** What each option of declarations must be. What is misspelt would go without effect, and only a model would notice. */
import { callback, checkOptions, flag, type Mends, type TableOf, text, type Wanted, wrongEntry } from '../../runtime/option-table.js';
import type { DeclareOptions } from './bridge.js';
import type { ChoiceOptions } from './choice.js';
import { isFields } from './shapes.js';

const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** One of a few values. */
export const oneOf = (...values: readonly unknown[]): Wanted => {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return { is: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, fits: (value) => values.includes(value) };
};

/** A list of objects. */
export const objects = (is: string): Wanted => ({
  is,
  fits: (value) => Array.isArray(value) && value.every(isObject),
  part: (value) => (Array.isArray(value) ? wrongEntry(value, isObject) : undefined),
});

/** An object whose keys are not ours. */
export const fields = (is: string): Wanted => ({ is, fits: isFields });

const names = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Which tools to hide. */
const defer: Wanted = {
  is: 'a list of names of tools, a function that is asked of each tool, true or false',
  fits: (value) => names(value) || typeof value === 'function' || typeof value === 'boolean',
  part: (value) => (Array.isArray(value) ? wrongEntry(value, isText) : undefined),
};

/** The same for a run: true would say no more than the tools do. */
export const deferTools: Wanted = {
  is: "a list of names of tools, or a function that is asked of each tool (() => true hides all); false overrides the tools' own `defer`",
  fits: (value) => value !== true && defer.fits(value),
  part: (value) => defer.part?.(value),
};

export const strict = oneOf(true, false, 'auto');
const freeText = fields('an object of formats (or true) by the names of tools');
const builtIn = objects("a list of the provider's own tools, such as [{ type: 'web_search' }]");

/** One entry an option. */
export const declareTable: TableOf<DeclareOptions> = {
  strict,
  strictBudget: oneOf('off', undefined),
  responseSchema: fields('a JSON Schema'),
  onLoss: callback,
  onWarning: callback,
  defer,
  toolSearch: oneOf(true, false, 'regex', 'bm25'),
  examples: flag,
  outputSchemas: flag,
  cache: oneOf(true, false, '5m', '1h'),
  freeText,
  builtIn,
  mcpServers: objects("a list of servers in the provider's form"),
  extra: callback,
  model: text,
};

const toolChoice = "The choice is made with 'toToolChoice'.";

/** What is known from elsewhere. */
const declareMends: Mends = { toolChoice, tool_choice: toolChoice, parallel: toolChoice, deferTools: "Here it is 'defer'." };

const { mcpServers } = declareTable;
const choiceTable: TableOf<ChoiceOptions> = { parallel: flag, model: text, freeText, builtIn, mcpServers, onWarning: callback };

/** @param place who was given them @throws ToolError INVALID_DEFINITION */
export const checkDeclareOptions = (place: string, options: object): void => checkOptions(place, options, declareTable, declareMends);

/** @param place who was given them @throws ToolError INVALID_DEFINITION */
export const checkChoiceOptions = (place: string, options: object): void => checkOptions(place, options, choiceTable);
