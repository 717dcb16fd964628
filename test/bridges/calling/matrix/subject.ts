/** What the matrix needs to know of one bridge and its official client. One file a bridge in `subjects/`. */
import type { NativeTypes } from '../../../../src/bridges/calling/bridge.js';
import type { NativeBridge } from '../../../../src/bridges/calling/define.js';
import type { Provider } from '../../../../src/bridges/calling/facts.js';
import type { RunClient } from '../../../../src/bridges/calling/loop/clients.js';
import type { Driver } from '../../../../src/bridges/calling/loop/driver.js';
import type { Json } from '../legal/schema.js';
import type { Behaviour } from './server.js';

/** A tool as it was in a request. */
export interface WireTool {
  name: string;
  schema: Json;
  strict?: boolean;
}

/** A result as it was in a request. */
export interface WireResult {
  id?: string;
  name?: string;
  text: string;
  isError: boolean;
  /** How many images stand in it, or in a message that follows it. */
  images: number;
}

/** `warned`: there is no such choice, so there is a warning and the next best is sent. `refused`: there is an error. */
export type Choice = { wire: unknown; warned?: true } | 'refused';

export interface Subject extends Behaviour {
  title: string;
  bridge: NativeBridge<NativeTypes>;
  /** Only where the client does not tell. */
  provider?: Provider;
  model: string;
  /** The official client, pointed at a server on loopback. */
  client(url: string, fetch: typeof globalThis.fetch): RunClient | Driver;
  /** The conversation begins with this. */
  user(text: string): unknown;
  /** An id as the API makes it, for a number. Undefined where calls have no ids. */
  id(number: number): string | undefined;
  /** A body with these tools and fields, without going through the client; `{ tools }` where absent. */
  body?(tools: unknown[], fields: Json): Json;
  tools(body: Json): WireTool[];
  /** The fields of the request that are about the choice. */
  choice(body: Json): unknown;
  results(body: Json): WireResult[];
  /** Expected on the wire; `search` is the tool, `search` and `echo` the list. */
  choices: Readonly<Record<'auto' | 'none' | 'any' | 'tool' | 'list', Choice>>;
  /** Expected with `parallel: false`, beside the choice `auto`. */
  parallelOff: { wire: unknown; warned?: true };
  /** Whether a result can hold images, or has them follow. */
  takesImages: boolean;
  /** The mock hands on the text of arguments as it is. */
  hasTextArguments?: true;
  /** Whether a tool is sent strict when that is asked for. */
  strict: boolean;
}
