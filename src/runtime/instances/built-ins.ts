/** One entry a built-in that JSON has no form for: how it is made from its JSON form. */
import type { ArrivesAs } from '../../types.js';

/** Made from the text, or a message why not. */
type FromText = (text: string) => { value: unknown } | { message: string };

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

const date: FromText = (text) => {
  const value = new Date(text);
  return Number.isNaN(value.getTime()) ? { message: 'is not a date that exists' } : { value };
};

const url: FromText = (text) => (URL.canParse(text) ? { value: new URL(text) } : { message: 'is not an absolute URL' });

const bigint: FromText = (text) =>
  /^-?\d+$/.test(text) ? { value: BigInt(text) } : { message: 'expected a whole number in decimal digits' };

const bytes =
  (make: (buffer: Buffer) => unknown): FromText =>
  (text) =>
    base64.test(text) ? { value: make(Buffer.from(text, 'base64')) } : { message: 'is not valid base64' };

/** Those whose JSON form is a string. `Map` and `Set` hold further values and are made by the walk. */
export const fromText: Partial<Record<ArrivesAs, FromText>> = {
  Date: date,
  URL: url,
  bigint,
  Buffer: bytes((buffer) => buffer),
  Uint8Array: bytes((buffer) => new Uint8Array(buffer)),
};
