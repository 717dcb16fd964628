/** Who may call: scopes before the arguments are looked at, guards once they were checked. */
import { randomUUID } from 'node:crypto';
import { ToolError } from '../errors.js';
import type { CallOptions, Guard, GuardRequest, ToolOptions } from '../types.js';
import { about, type CallableKind, titleOf, type ToolSource } from './definition/source.js';
import { messageOf, nameOf } from './instances/thrown.js';
import type { Settings } from './settings.js';

/** Whether a caller was granted all that is needed; one without scopes is trusted. */
export function isGranted({ scopes: needed }: Pick<ToolOptions, 'scopes'>, granted: readonly string[] | undefined): boolean {
  return granted === undefined || needed === undefined || needed.every((scope) => granted.includes(scope));
}

/** @throws ToolError DENIED, with the scopes that are needed */
export function refuseScopes(source: ToolSource, granted: readonly string[] | undefined): void {
  if (isGranted(source.options, granted)) return;
  const { scopes = [] } = source.options;
  const missing = scopes.filter((scope) => !granted?.includes(scope));
  const message = `The call of ${titleOf(source)} was denied: it needs the scope ${missing.map((scope) => `'${scope}'`).join(', ')}.`;
  throw new ToolError('DENIED', message, { ...about(source), scopes: [...scopes] });
}

/** What the call is, for a guard, beside its arguments. */
export interface Admission {
  /** The name or URI that was asked for, where it is not the source's own. */
  called?: string;
  /** The argument that a completion is asked for. */
  completing?: string;
  /** Of what a completion is. */
  kind?: CallableKind;
  /** What a guard sees in place of the arguments. */
  args?: Record<string, unknown>;
}

/** Asks the guards, the registry's first. At once where they answer at once. @throws ToolError DENIED, or what a guard threw as one */
export function admit(
  source: ToolSource,
  args: Record<string, unknown>,
  options: CallOptions,
  settings: Settings,
  ending: Pick<GuardRequest, 'signal'>,
  admission: Admission = {},
): void | Promise<void> {
  if (!settings.guard && !source.options.guard) return undefined;
  const guards = [settings.guard, source.options.guard].filter((guard) => guard !== undefined);
  return inTurn(guards, requestOf(source, args, options, ending, admission), source, settings);
}

function inTurn(guards: readonly Guard[], request: GuardRequest, source: ToolSource, settings: Settings): void | Promise<void> {
  for (const [index, guard] of guards.entries()) {
    const verdict = ask(guard, request, source, settings);
    if (verdict instanceof Promise)
      return verdict.then((settled) => {
        refuse(settled, source);
        return inTurn(guards.slice(index + 1), request, source, settings);
      });
    refuse(verdict, source);
  }
  return undefined;
}

function ask(guard: Guard, request: GuardRequest, source: ToolSource, settings: Settings): unknown {
  try {
    const verdict: unknown = guard(request);
    const isPromise = typeof (verdict as { then?: unknown } | null | undefined)?.then === 'function';
    return isPromise ? Promise.resolve(verdict).catch((error: unknown) => fail(error, source, settings)) : verdict;
  } catch (error) {
    return fail(error, source, settings);
  }
}

/** A guard that fails keeps the door shut. */
function fail(error: unknown, source: ToolSource, { logger }: Settings): never {
  if (error instanceof ToolError) throw error;
  const id = randomUUID().slice(0, 8);
  try {
    logger.error(`[${id}] the guard of ${titleOf(source)} threw ${nameOf(error)}: ${messageOf(error)}`);
  } catch {
    // A logger that throws must not open the door, nor change what the caller reads.
  }
  throw new ToolError('DENIED', `The call of ${titleOf(source)} was denied (id ${id}).`, about(source));
}

function refuse(verdict: unknown, source: ToolSource): void {
  if (verdict === undefined || verdict === true) return;
  const reason = typeof verdict === 'string' && verdict !== '' ? `: ${verdict}` : '';
  throw new ToolError('DENIED', `The call of ${titleOf(source)} was denied${reason}${/[.!?]$/.test(reason) ? '' : '.'}`, about(source));
}

function requestOf(
  source: ToolSource,
  args: Record<string, unknown>,
  options: CallOptions,
  ending: Pick<GuardRequest, 'signal'>,
  { called, completing, kind, args: shown = args }: Admission,
): GuardRequest {
  const request: Record<string, unknown> = {
    name: called ?? source.name,
    kind: kind ?? source.kind ?? 'tool',
    args: frozenView(shown),
    // Made when it is read.
    get signal() {
      return ending.signal;
    },
  };
  if (completing !== undefined) request['completing'] = completing;
  for (const key of ['auth', 'scopes', 'headers', 'callId', 'meta'] as const) if (options[key] !== undefined) request[key] = options[key];
  return request as unknown as GuardRequest;
}

/** A guard must not change what the method gets: a copy of the first level, of the same class. */
function frozenView(args: Record<string, unknown>): Readonly<Record<string, unknown>> {
  const copy = Object.create(Object.getPrototypeOf(args) as object | null, Object.getOwnPropertyDescriptors(args)) as Record<
    string,
    unknown
  >;
  return Object.freeze(copy);
}
