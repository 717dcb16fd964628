/** What is readable on the result of `tool(fn)`: its definition, which only the runtime can make. */
import type { ToolFacts } from '../types.js';
import { type FunctionRecord, functionRecord } from './metadata.js';

type Describe = (marked: object) => ToolFacts;

/** Put here by the runtime of the same copy of this package as it is loaded: decorators know nothing of contracts. */
const runtime: { describe?: Describe } = {};

export function describeFunctions(describe: Describe): void {
  runtime.describe = describe;
}

/** The function that the author wrote is `async`, or an asynchronous generator. */
export function isAsyncFunction(value: unknown): boolean {
  return typeof value === 'function' && Object.prototype.toString.call(value).startsWith('[object Async');
}

/** Of its tool where it is registered; otherwise by the manifest that every registry finds. @throws ToolError STALE_MANIFEST without */
function factsOf(marked: object, record: FunctionRecord): ToolFacts {
  record.facts ??= runtime.describe?.(marked);
  if (!record.facts) throw new TypeError("What tool(fn) gave is described by the module 'toolmark', which is not loaded.");
  return record.facts;
}

/** Without a contract what the author said is known all the same. */
function descriptionOf(marked: object, record: FunctionRecord): string | undefined {
  try {
    return factsOf(marked, record).description;
  } catch (error) {
    if (record.options.description === undefined) throw error;
    return record.options.description;
  }
}

/** Asked when they are read. `name` stays what it is of every function: its own name. */
const facts: { [K in keyof Required<ToolFacts>]: (marked: object, record: FunctionRecord) => ToolFacts[K] } = {
  title: (_marked, { options }) => options.title,
  description: descriptionOf,
  inputSchema: (marked, record) => factsOf(marked, record).inputSchema,
  outputSchema: (marked, record) => factsOf(marked, record).outputSchema,
  inputClass: (marked, record) => factsOf(marked, record).inputClass,
  outputClass: (marked, record) => factsOf(marked, record).outputClass,
  isAsync: (_marked, { wrapped }) => isAsyncFunction(wrapped),
};

/** The same for all functions. */
const getters: PropertyDescriptorMap = Object.fromEntries(
  Object.entries(facts).map(([name, read]) => [
    name,
    {
      configurable: true,
      get(this: object): unknown {
        const record = functionRecord(this);
        return record && read(this, record);
      },
    },
  ]),
);

export function defineFacts(marked: object): void {
  Object.defineProperties(marked, getters);
}
