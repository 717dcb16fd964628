/** The hash that tells whether a source is still what a manifest was built from: the build step writes it, the registry compares it. */
import { createHash } from 'node:crypto';

/** First 16 hexadecimal digits of the SHA-256 of the text; line ends and a byte order mark do not count. */
export function sourceHash(text: string): string {
  return createHash('sha256')
    .update(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
    .digest('hex')
    .slice(0, 16);
}
