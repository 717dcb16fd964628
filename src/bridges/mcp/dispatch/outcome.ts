/** The answer to a request: the object, and its JSON text, which is made once. */

/** A result as MCP wants it. A type, not an interface, so that it fits the SDKs' open result types. */
export type WireObject = { [key: string]: unknown };

export class Outcome {
  readonly result: WireObject;
  #text: string | undefined;
  readonly #write: () => string;

  /** @param text the result as JSON, when it is known already @param write how to make that text, when there is a shorter way */
  constructor(result: WireObject, text?: string, write?: () => string) {
    this.result = result;
    this.#text = text;
    this.#write = write ?? (() => JSON.stringify(result));
  }

  /** The result as JSON text. @throws TypeError when it has none */
  json(): string {
    this.#text ??= this.#write();
    return this.#text;
  }
}
