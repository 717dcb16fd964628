/** What the loop needs of a provider: a bridge, which knows the shapes, and a driver, which knows the client. */
import { ToolError } from '../../../errors.js';
import type { DeclareOptions, NativeTypes, ToolLike } from '../bridge.js';
import type { ToolCalls } from '../calls.js';
import type { ChoiceOptions, ToolChoice } from '../choice.js';
import type { Provider } from '../facts.js';
import { meantProvider } from '../provider-names.js';
import type { CallResult } from '../results.js';
import type { IncompleteCall, StreamEvent } from '../stream.js';
import type { Usage } from '../usage.js';
import type { Finish } from './finish.js';

/** An answer that comes in chunks, put together. */
export interface Accumulation<T extends NativeTypes> {
  /** @returns what a listener may want to know at once */
  push(chunk: T['chunk']): readonly StreamEvent[];
  readonly text: string;
  readonly usage?: Usage;
  /** The calls, with the tools' own names. */
  calls(): ToolCalls;
  /** Calls whose stream ended too early; they are refused, in words for the model. */
  incomplete(): readonly IncompleteCall[];
  /** The assistant's message, as it goes back with the next request. */
  message(): T['assistant'];
  /** All has come. @returns what was held back until now */
  end?(): readonly StreamEvent[];
}

/** The part of a bridge that the loop uses. */
export interface LoopBridge<T extends NativeTypes> {
  readonly provider: Provider;
  toTools(tools: readonly ToolLike[], options?: DeclareOptions): T['tool'][];
  toToolChoice(choice: ToolChoice | undefined, tools: readonly ToolLike[], options?: ChoiceOptions): Partial<T['choice']>;
  parseCalls(response: T['response'], tools?: readonly ToolLike[]): ToolCalls;
  accumulate(tools?: readonly ToolLike[]): Accumulation<T>;
  toMessages(calls: ToolCalls, results: Iterable<CallResult>, tools?: readonly ToolLike[]): T['message'][];
  /** The model's messages with the ids of these calls, each of which has one; absent where the API has no ids. */
  withIds?(messages: readonly T['message'][], calls: ToolCalls): T['message'][];
  /** The model's part of the transcript, made of a text. Absent: an answer that broke off leaves nothing in the transcript. */
  replay?(calls: ToolCalls, results: Iterable<CallResult>, text?: string): T['message'][];
  /** Further fields of a request that the tools need. */
  toRequestFields?(tools: readonly ToolLike[], options?: DeclareOptions): Readonly<Record<string, unknown>>;
}

/** What every request is made of. */
export interface RequestParts<T extends NativeTypes> {
  model: string;
  messages: readonly T['message'][];
  /** Empty where there are none: then the request must not have the field. */
  tools: readonly T['tool'][];
  /** Fields for the choice of tools. */
  choice: Partial<T['choice']>;
  isStreaming: boolean;
  /** What else the tools need and the caller wants in the request, in the provider's form. */
  more: Readonly<Record<string, unknown>>;
}

/** What an answer says beside its calls. */
export interface ReadAnswer<T extends NativeTypes> {
  text: string;
  /** The assistant's part of the transcript, as it goes back with the next request; none where it said nothing. */
  messages: T['message'][];
  usage?: Usage;
  /** How it ended; absent where the API does not tell. */
  finish?: Finish;
}

/** Drives the client of one provider. */
export interface Driver<T extends NativeTypes = NativeTypes, R = unknown> {
  readonly bridge: LoopBridge<T>;
  /** Puts everything in its place. */
  request(parts: RequestParts<T>): R;
  send(request: R, signal: AbortSignal): Promise<T['response']>;
  stream?(request: R, signal: AbortSignal): AsyncIterable<T['chunk']> | Promise<AsyncIterable<T['chunk']>>;
  read(response: T['response']): ReadAnswer<T>;
  /** How a streamed answer ended, of the chunk that says so; where absent, a stream that breaks off looks like one that ended. */
  finish?(chunk: T['chunk']): Finish | undefined;
  /**
   * For an answer, or a chunk of one, after which the provider is asked again although nothing was called: what it is told then, after
   * the same transcript. An empty list where it only goes on with what it broke off.
   */
  goesOn?(answer: T['response'] | T['chunk']): T['message'][] | undefined;
  /** The transcript's form of a message that was put together from a stream, none where it says nothing; the message itself where absent. */
  toTranscript?(message: T['assistant']): T['message'][];
}

/** How a client is recognised, and what drives it. One entry a client; its bridge is loaded when it is needed. */
export interface DriverEntry {
  readonly provider: Provider;
  /** By what only this client has; not by its class, of which there may be two copies. */
  fits(client: object): boolean;
  /** Where the caller names the provider: only what is needed of the client. Absent where `fits` asks for no more. */
  suffices?(client: object): boolean;
  load(client: object): Promise<Driver>;
}

/** Anything that drives. */
export function isDriver(client: unknown): client is Driver {
  const { bridge, request, send } = (client ?? {}) as Partial<Driver>;
  return typeof bridge === 'object' && typeof request === 'function' && typeof send === 'function';
}

/**
 * The driver of a client, which may be one itself.
 * @throws ToolError INVALID_DEFINITION for a client that nobody knows
 */
export async function driverFor(client: unknown, provider: Provider | undefined, entries: readonly DriverEntry[]): Promise<Driver> {
  if (isDriver(client)) return client;
  const named = provider === undefined ? entries : entries.filter((entry) => entry.provider === provider);
  const providers = entries.map((one) => one.provider);
  if (named.length === 0 && provider !== undefined)
    throw refused(`there is no client of a provider '${provider}'. ${meantProvider(provider, providers)}`);
  const entry = fitting(client, named);
  if (entry) return entry.load(client as object);
  const other = fitting(client, entries)?.provider;
  const only = provider !== undefined && other === undefined && isThing(client) ? named.find((one) => one.suffices?.(client)) : undefined;
  if (only) return only.load(client as object);
  const part = other === undefined ? partOf(client, entries) : undefined;
  if (part !== undefined) throw refused(`'client' is only a part of a client, as ${part} is: pass the client itself.`);
  const known = providers.join(', ');
  const why =
    provider === undefined
      ? `the client is none that is known${known === '' ? '' : ` (${known})`}`
      : `the client does not have what a client of ${provider} has${other === undefined ? '' : `; it is one of ${other}`}`;
  throw refused(`${why}; pass the official client of a provider, or a driver.`);
}

const refused = (reason: string): ToolError => new ToolError('INVALID_DEFINITION', `runTools: ${reason}`);

/** A function may have the methods of a client, too. */
const isThing = (client: unknown): client is object => (typeof client === 'object' && client !== null) || typeof client === 'function';

const fitting = (client: unknown, entries: readonly DriverEntry[]): DriverEntry | undefined =>
  isThing(client) ? entries.find(({ fits }) => fits(client)) : undefined;

/** What may have been taken out of a client, and how it is put back. */
const parts: readonly [name: string, whole: (part: object) => object][] = [
  ['client.chat', (chat) => ({ chat })],
  ['client.models', (models) => ({ models })],
  ['client.messages or client.responses', (part) => ({ messages: part, responses: part })],
];

function partOf(client: unknown, entries: readonly DriverEntry[]): string | undefined {
  if (typeof client !== 'object' || client === null) return undefined;
  return parts.find(([, whole]) => fitting(whole(client), entries))?.[0];
}
