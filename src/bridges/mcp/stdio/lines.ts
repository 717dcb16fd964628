/** Cuts a stream of bytes into lines, and holds no more of one than it may have. */

const newline = 0x0a;

export class Lines {
  readonly #most: number;
  readonly #onLine: (text: string) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #size = 0;
  #isSkipping = false;

  /** @param most bytes of one line; a longer one is told once and left out */
  constructor(most: number, onLine: (text: string) => void, onTooLong: () => void) {
    this.#most = most;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The input has ended: what came last may lack its line end. */
  end(): void {
    this.#finish();
  }

  #keep(part: Buffer): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#size += part.length;
    if (this.#size <= this.#most) return void this.#parts.push(part);
    this.#parts = [];
    this.#isSkipping = true;
    this.#onTooLong();
  }

  #finish(): void {
    const [first, ...rest] = this.#parts;
    const wasSkipping = this.#isSkipping;
    this.#parts = [];
    this.#size = 0;
    this.#isSkipping = false;
    if (wasSkipping || !first) return;
    const text = (rest.length === 0 ? first : Buffer.concat([first, ...rest])).toString().trim();
    if (text !== '') this.#onLine(text);
  }
}
