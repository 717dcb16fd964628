/** How much of a reply that is still coming surely is no part of a call, so that it can be shown at once. */

/** A way in which calls begin. Both are asked of what is there from one character on. */
interface Beginning {
  begins(rest: string): boolean;
  /** More has to come before it is known. */
  mayBegin(rest: string): boolean;
}

const byPattern = (begun: RegExp, open: RegExp): Beginning => ({
  begins: (rest) => begun.test(rest),
  mayBegin: (rest) => open.test(rest),
});

const byTag = (tag: string): Beginning => ({
  begins: (rest) => rest.startsWith(tag),
  mayBegin: (rest) => tag.startsWith(rest),
});

/** One entry a way of `parse.ts` to write calls. What is held in vain is told at the end, so that these may be too broad. */
const beginnings: readonly Beginning[] = [
  // A part: `[[ ## name ## ]]`.
  byPattern(/^\[\[ *##/, /^\[\[? *#?$/),
  byTag('<tool_calls>'),
  byTag('<tool_call>'),
  // JSON.
  byPattern(/^(?:\[\s*)?\{\s*["'“]/, /^(?:\[\s*)?(?:\{\s*)?$/),
];

/** Around any of these. */
const fence = /^`{3,}\w*\s*/;
const firstCharacters = /[[{<`]/g;

/** Shows a reply as it comes, but for calls. What begins like one is held until the end. */
export class VisibleText {
  #shown = '';
  /** What came after it. */
  #pending = '';
  /** So much of that was looked at, and begins no call. */
  #harmlessUntil = 0;
  #isHeld = false;

  /** All that was shown. */
  get shown(): string {
    return this.#shown;
  }

  /** @returns what can be shown now */
  push(piece: string): string {
    this.#pending += piece;
    // White space decides nothing: however much of it comes, it is looked at once.
    if (this.#isHeld || piece.trim() === '') return '';
    this.#look();
    // White space before calls is none of the text.
    const text = this.#pending.slice(0, this.#harmlessUntil).trimEnd();
    this.#pending = this.#pending.slice(text.length);
    this.#harmlessUntil -= text.length;
    this.#shown += text;
    return text;
  }

  /** Goes on until a call may begin, or to the end. */
  #look(): void {
    for (;;) {
      firstCharacters.lastIndex = this.#harmlessUntil;
      const found = firstCharacters.exec(this.#pending);
      this.#harmlessUntil = found?.index ?? this.#pending.length;
      const length = found ? this.#harmless(this.#pending.slice(found.index)) : 0;
      if (length === 0) return;
      this.#harmlessUntil += length;
    }
  }

  /** How many characters begin no call; 0 where that is not known, or one has begun. */
  #harmless(rest: string): number {
    if (rest.startsWith('`')) return this.#harmlessFence(rest);
    this.#isHeld = beginnings.some((one) => one.begins(rest));
    return this.#isHeld || beginnings.some((one) => one.mayBegin(rest)) ? 0 : 1;
  }

  #harmlessFence(rest: string): number {
    const ticks = /^`+/.exec(rest)?.[0].length ?? 1;
    if (ticks === rest.length) return 0;
    if (ticks < 3) return ticks;
    const opening = fence.exec(rest)?.[0].length ?? ticks;
    if (opening === rest.length) return 0;
    const inside = rest.slice(opening);
    return /^[[{<]/.test(inside) && this.#harmless(inside) === 0 ? 0 : opening;
  }
}

/** What is left to show of the text, when all of it is known. */
export function leftOf(text: string, shown: string): string {
  for (const known of [shown, shown.trimStart()]) if (text.startsWith(known)) return text.slice(known.length);
  return '';
}
