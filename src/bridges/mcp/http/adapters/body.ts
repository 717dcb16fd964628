/** What bodies have in common, however they are read: their limits, and JSON. */
import type { Body, Refusal } from '../exchange.js';

const refused = (status: number, code: number, message: string): { refusal: Refusal } => ({ refusal: { status, code, message } });

export const tooLarge = (limit: number): { refusal: Refusal } =>
  refused(413, -32000, `Payload too large: a request may have ${limit} bytes.`);
export const tooSlow = (milliseconds: number): { refusal: Refusal } =>
  refused(408, -32000, `Request timeout: the body did not arrive within ${milliseconds / 1000} s.`);
export const encoded = refused(415, -32000, 'Unsupported media type: send the body without Content-Encoding.');
export const broken = refused(400, -32000, 'Bad request: the body ended early.');
/** Something in front of the handler took it; that is for whoever put the server together. */
export const readBefore = (where: string): { refusal: Refusal } =>
  refused(500, -32603, `Internal error: the body was read before, and is not in ${where}.`);
export const notUtf8 = refused(400, -32700, 'Parse error: the body is no UTF-8.');
const notJson = refused(400, -32700, 'Parse error: the body is no JSON.');

const byteOrderMark = 0xfeff;

/** A body's text as JSON; a mark of byte order before it is nothing. */
export function asJson(text: string): Body {
  try {
    return { value: JSON.parse(text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text) as unknown };
  } catch {
    return notJson;
  }
}

/** Whether a body comes as it is. */
export const isPlain = (encoding: string | undefined): boolean => encoding === undefined || /^(?:identity)?$/i.test(encoding);
