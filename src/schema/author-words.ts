/** Messages that an author gave for a keyword, in place of ours. They ride on a schema through copies; JSON and validators do not see them. */
import type { JsonSchema } from '../types.js';

/** What to say when the keyword refuses, as long as it has the value that it had when the author spoke. */
interface AuthorWord {
  keyword: string;
  wanted: unknown;
  /** Undefined where the author's words cannot be made. @param value what came; `undefined` when it must not be shown */
  word(value: unknown): string | undefined;
}

const key = Symbol('words of the author');

type Worded = JsonSchema & { [key]?: readonly AuthorWord[] };

/** The schema with words for some of its keywords. */
export function withAuthorWords<S extends JsonSchema>(schema: S, keywords: readonly string[], word: AuthorWord['word']): S {
  const added = keywords.filter((keyword) => keyword in schema).map((keyword) => ({ keyword, wanted: schema[keyword], word }));
  return added.length === 0 ? schema : { ...schema, [key]: [...((schema as Worded)[key] ?? []), ...added] };
}

/** The author's message for a refusal by a keyword. */
export function authorWord(schema: JsonSchema, keyword: string, value: unknown): string | undefined {
  return (schema as Worded)[key]?.find((known) => known.keyword === keyword && known.wanted === schema[keyword])?.word(value);
}
