/** Loads `jose` when a token is first verified. The CommonJS copy of this file uses `require`, as Jest needs it. */
export type Jose = typeof import('jose', { with: { 'resolution-mode': 'import' } });

const isCommonJs = typeof require === 'function' && typeof module === 'object';

export async function loadJose(): Promise<Jose> {
  return isCommonJs ? (require('jose') as Jose) : import('jose');
}
