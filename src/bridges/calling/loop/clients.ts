/**
 * The types of a run that is given a client: which clients there are, by what only they have, and what goes into their requests.
 * The types come out of the client that is passed, so that no SDK is needed for those of the others.
 */
import type { NativeTypes } from '../bridge.js';
import type { Driver } from './driver.js';
import type { RequestFields } from './request-fields.js';

type Method = (...given: never[]) => unknown;

interface OpenAIChatClient {
  readonly chat: { readonly completions: { readonly create: Method } };
}
interface OpenAIResponsesClient {
  readonly responses: { readonly create: Method };
}
interface AnthropicClient {
  readonly messages: { readonly create: Method };
}
interface GeminiClient {
  readonly models: { readonly generateContent: Method };
}
interface BedrockClient {
  readonly send: Method;
  readonly config: { readonly serviceId: string };
}
interface MistralClient {
  readonly chat: { readonly complete: Method; readonly stream: Method };
}
interface CohereClient {
  readonly chat: Method;
  readonly chatStream: Method;
}
/** The client of the first version, which has the second within. */
interface CohereOldClient extends CohereClient {
  readonly v2: { readonly chat: Method };
}
interface OllamaClient {
  readonly chat: Method;
  readonly generate: Method;
  readonly pull: Method;
}

/** A client of a provider, as its official SDK makes it; or something that looks the same. */
export type RunClient =
  | OpenAIChatClient
  | OpenAIResponsesClient
  | AnthropicClient
  | GeminiClient
  | BedrockClient
  | MistralClient
  | CohereClient
  | OllamaClient;

/** What a method is given first; of several forms the last, which SDKs have for all. */
type First<F> = F extends (request: infer R, ...more: never) => unknown ? R : never;

/** What a client is sent. Never where it does not tell: then its driver does, `bedrockDriver(client)`. */
type RequestOf<C, P> =
  C extends Driver<infer _Types, infer R>
    ? R
    : P extends 'openai-responses'
      ? C extends OpenAIResponsesClient
        ? First<C['responses']['create']>
        : never
      : C extends OpenAIChatClient
        ? First<C['chat']['completions']['create']>
        : C extends OpenAIResponsesClient
          ? First<C['responses']['create']>
          : C extends MistralClient
            ? First<C['chat']['complete']>
            : C extends CohereOldClient
              ? First<C['v2']['chat']>
              : C extends CohereClient | OllamaClient
                ? First<C['chat']>
                : C extends AnthropicClient
                  ? First<C['messages']['create']>
                  : C extends GeminiClient
                    ? First<C['models']['generateContent']>
                    : never;

type Field<R, K> = K extends keyof R ? R[K] : never;
type Item<L> = L extends readonly (infer I)[] ? I : never;
/** Gemini takes a content, a part or a text, or lists of them; a conversation is a list of contents. */
type Content<V> = V extends readonly (infer I)[] ? Content<I> : V extends object ? ('parts' extends keyof V ? V : never) : never;

/** One message of a conversation, by the names that it has in requests. */
type MessageIn<R> = Item<Field<R, 'messages'>> | Item<Field<R, 'input'>> | Content<Field<R, 'contents'>>;

type OrUnknown<M> = [M] extends [never] ? unknown : M;

interface ClientTypes<C, P> extends NativeTypes {
  message: OrUnknown<MessageIn<RequestOf<C, P>>>;
}

/** What a run with this client or driver reads and makes. */
export type TypesOf<C, P = undefined> = C extends Driver<infer T> ? T : ClientTypes<C, P>;

/** What decides on the types of a run. */
export interface RunWith<C, P> {
  /** The provider's own client, or a driver. */
  client: C;
  /** Only where the client does not tell. */
  provider?: P;
  /** Fields of the client's requests that the run does not fill in; others than its SDK knows, for other servers, may stand beside. */
  request?: RequestFields<OrUnknown<RequestOf<C, P>>> | undefined;
}
