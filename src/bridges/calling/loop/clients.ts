/**
 * The types of a run that is given a client: which clients there are, by what only they have, and what their messages are.
 * The types come out of the client that is passed, so that no SDK is needed for those of the others.
 */
import type { NativeTypes } from '../bridge.js';
import type { Driver } from './driver.js';

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
type RequestOf<F> = F extends (request: infer R, ...more: never) => unknown ? R : never;
type Field<R, K extends string> = R extends { readonly [Key in K]?: infer V } ? V : never;
type Item<L> = L extends readonly (infer I)[] ? I : never;
/** Gemini takes a content, a part or a text, or lists of them; a conversation is a list of contents. */
type Content<V> = V extends readonly (infer I)[] ? Content<I> : V extends object ? ('parts' extends keyof V ? V : never) : never;

/** The messages of a client. Unknown where it does not tell: then its driver does, `bedrockDriver(client)`. */
type MessageOf<C, P> = P extends 'openai-responses'
  ? C extends OpenAIResponsesClient
    ? Item<Field<RequestOf<C['responses']['create']>, 'input'>>
    : never
  : C extends OpenAIChatClient
    ? Item<Field<RequestOf<C['chat']['completions']['create']>, 'messages'>>
    : C extends OpenAIResponsesClient
      ? Item<Field<RequestOf<C['responses']['create']>, 'input'>>
      : C extends MistralClient
        ? Item<Field<RequestOf<C['chat']['complete']>, 'messages'>>
        : C extends CohereClient | OllamaClient
          ? Item<Field<RequestOf<C['chat']>, 'messages'>>
          : C extends AnthropicClient
            ? Item<Field<RequestOf<C['messages']['create']>, 'messages'>>
            : C extends GeminiClient
              ? Content<Field<RequestOf<C['models']['generateContent']>, 'contents'>>
              : never;

type OrUnknown<M> = [M] extends [never] ? unknown : M;

interface ClientTypes<C, P> extends NativeTypes {
  message: OrUnknown<MessageOf<C, P>>;
}

/** What a run with this client or driver reads and makes. */
export type TypesOf<C, P = undefined> = C extends Driver<infer T> ? T : ClientTypes<C, P>;

/** What decides on the types of a run. */
export interface RunWith<C, P> {
  /** The provider's own client, or a driver. */
  client: C;
  /** Only where the client does not tell. */
  provider?: P;
}
