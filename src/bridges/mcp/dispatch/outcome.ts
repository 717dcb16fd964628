/** The answer to a request: the object, and its JSON text, which is made once. */

import type { Stamp } from '../wire/stamp.js';

/** A result as MCP wants it. A type, not an interface, so that it fits the SDKs' open result types. */
export type WireObject = { [key: string]: unknown };

export class Outcome {
  readonly #body: WireObject;
  readonly #stamp: Stamp | undefined;
  #result: WireObject | undefined;
  #text: string | undefined;

  /** @param stamp is added to the body */
  constructor(body: WireObject, stamp?: Stamp) {
    this.#body = body;
    this.#stamp = stamp;
  }

  /** The result as an object; made when it is read. */
  get result(): WireObject {
    this.#result ??= this.#stamp ? { ...this.#body, ...this.#stamp.fields } : this.#body;
    return this.#result;
  }

  /** The result as JSON text. @throws TypeError when it has none */
  json(): string {
    this.#text ??= this.#write();
    return this.#text;
  }

  #write(): string {
    const text = JSON.stringify(this.#body);
    return this.#stamp ? `${text.slice(0, -1)}${this.#stamp.text}` : text;
  }
}
