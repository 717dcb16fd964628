/** Loads `jose` when a token is first verified. */
import { isCommonJs } from '../../../common-js.js';

export type Jose = typeof import('jose', { with: { 'resolution-mode': 'import' } });

export async function loadJose(): Promise<Jose> {
  return isCommonJs ? (require('jose') as Jose) : import('jose');
}
