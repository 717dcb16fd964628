/** class-validator leaves promises of users' validators unhandled when another one throws; ours must not. */
import { RuleFailure } from './custom-rules.js';

type Listener = (reason: unknown, promise: Promise<unknown>) => void;

let others: Listener[] = [];

function tell(reason: unknown, promise: Promise<unknown>): void {
  if (reason instanceof RuleFailure && reason.caller === 'real') return;
  // What follows on a promise runs later, under whatever name.
  if (reason instanceof Error && /\bValidationExecutor\b/.test(reason.stack ?? '')) return;
  for (const listener of others) listener(reason, promise);
}

/** For mocha's hooks: only what our own code leaves unhandled fails the tests. */
export function ignoreUnhandledOfReal(): void {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', tell);
}

export function restoreUnhandled(): void {
  process.removeListener('unhandledRejection', tell);
  for (const listener of others) process.on('unhandledRejection', listener);
}
