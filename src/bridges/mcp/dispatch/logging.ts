/** `logging/setLevel` and `ping`: both of the legacy era only. */
import { invalidParams } from '../wire/errors.js';
import { levels } from '../wire/levels.js';
import { Outcome } from './outcome.js';
import type { RequestContext } from './request.js';
import { type HandlerTable, legacyOnly, type Setup } from './setup.js';

export function loggingHandlers(_setup: Setup): HandlerTable {
  return {
    'logging/setLevel': { eras: legacyOnly, handle: setLevel },
    ping: { eras: legacyOnly, handle: () => new Outcome({}) },
  };
}

function setLevel({ level }: Record<string, unknown>, request: RequestContext): Outcome {
  const known = levels.find((one) => one === level);
  if (!known) throw invalidParams(`'level' must be one of ${levels.join(', ')}.`);
  request.setLogLevel?.(known);
  return new Outcome({});
}
