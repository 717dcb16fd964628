/** Addresses of the usual form. Format and rule both ask for it, by the same function, so that a reader asks once. */

/** Shorter than any limit on an address or a part of one. */
const longest = 64;
const usual = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-zA-Z\d]+(?:-[a-zA-Z\d]+)*\.)+[a-zA-Z]{2,24}$/;

/** False for e-mail addresses that the format `email` and the rule `@IsEmail()` take for sure; both ask themselves more about the others. */
export const isUnusualEmail = (value: unknown): boolean => typeof value !== 'string' || value.length > longest || !usual.test(value);
