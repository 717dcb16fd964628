/** Words about what the code of a class threw, which may be anything, and may throw again when it is asked. */

/** The message of an error, or the text of another value. */
export const messageOf = (thrown: unknown): string =>
  carefully(() => String(thrown instanceof Error ? thrown.message : thrown), 'a value that cannot be told');

/** What kind of error it is. */
export const nameOf = (thrown: unknown): string =>
  carefully(() => {
    // A class may give its errors a name that is no text.
    const name: unknown = thrown instanceof Error ? thrown.name : `a ${typeof thrown}`;
    return String(name);
  }, 'an error');

function carefully(tell: () => string, otherwise: string): string {
  try {
    return tell();
  } catch {
    return otherwise;
  }
}
