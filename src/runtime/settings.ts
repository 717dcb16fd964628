/** What a registry's options come to, handed to every part that runs a call. */
import type { Guard } from '../types.js';
import { defaultLimits, type Limits } from './limits.js';
import { type Logger, standardErrorLogger } from './logger.js';
import { ManifestIndex } from './manifest-index.js';
import type { RuleOptions } from './rules/index.js';

/** `message`: a model reads the message of any error; `masked`: of a ToolError only, and an id of the log entry otherwise. */
export type ErrorDetail = 'message' | 'masked';

export interface Settings {
  limits: Limits;
  rules: RuleOptions;
  errorDetail: ErrorDetail;
  logger: Logger;
  /** Asked before every call, and before the callable's own. */
  guard?: Guard;
  /** Where the schemas of forms are found. */
  index: ManifestIndex;
}

/** Fills in what was not given. */
export function settingsOf(
  given: { limits?: Partial<Limits>; rules?: RuleOptions; errorDetail?: ErrorDetail; logger?: Logger; guard?: Guard } = {},
  index = new ManifestIndex(undefined),
): Settings {
  return {
    limits: { ...defaultLimits, ...given.limits },
    rules: { ...given.rules },
    errorDetail: given.errorDetail ?? 'message',
    logger: given.logger ?? standardErrorLogger,
    ...(given.guard && { guard: given.guard }),
    index,
  };
}
