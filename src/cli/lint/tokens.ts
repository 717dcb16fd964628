/** Estimates how many tokens a text costs. Each model counts in its own way; this tells large from small. */

/** Counts, and says how. */
export interface TokenCounter {
  /** How the estimate is made, for people. */
  readonly method: string;
  count(text: string): number;
}

/** Characters of a token, where no tokenizer is installed. */
const charactersOfToken = 4;

const byLength: TokenCounter = {
  method: 'characters / 4; install gpt-tokenizer for a closer one',
  count: (text) => Math.ceil(text.length / charactersOfToken),
};

/** The tokenizer of OpenAI's models, when `gpt-tokenizer` is installed; otherwise by length. */
export async function tokenCounter(
  load: () => Promise<{ encode(text: string): number[] }> = () => import('gpt-tokenizer'),
): Promise<TokenCounter> {
  try {
    const { encode } = await load();
    return { method: 'gpt-tokenizer, as OpenAI counts', count: (text) => encode(text).length };
  } catch {
    return byLength;
  }
}
