/** A ready verifier for keys that the operator gave out. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ToolError } from '../../../errors.js';
import { kindOf } from '../../../schema/words.js';
import { refuseUnknown } from '../../../runtime/known-names.js';
import { isBearerToken } from './bearer.js';
import { checkInfo } from './caller.js';
import type { AuthInfo } from './options.js';

export interface StaticKeyOptions {
  /** The key -> who has it and what for. Keys of at least 16 characters: letters, digits and `-._~+/`. */
  keys: Readonly<Record<string, StaticKey>>;
}

/** Who has a key. */
export interface StaticKey {
  subject: string;
  clientId?: string;
  scopes?: readonly string[];
  claims?: Readonly<Record<string, unknown>>;
}

const shortest = 16;

/** One entry a member, so that a new one cannot be forgotten. */
const ofOptions: Readonly<Record<keyof StaticKeyOptions, true>> = { keys: true };
const ofKey: Readonly<Record<keyof StaticKey, true>> = { subject: true, clientId: true, scopes: true, claims: true };

/**
 * Accepts the keys given, for `auth.verify`. Keys are kept as hashes and compared in constant time.
 * @throws ToolError INVALID_DEFINITION when there is no key, one that can be guessed or not be sent, or a name that is no option
 */
export function staticKeyVerifier(options: StaticKeyOptions): (token: string) => AuthInfo | undefined {
  checkNames(options, ofOptions, 'staticKeyVerifier');
  const { keys } = options;
  const salt = randomBytes(32);
  const hash = (text: string): Buffer => createHmac('sha256', salt).update(text).digest();
  const known = Object.entries(keys ?? {}).map(([key, owner], index) => ({ hash: hash(check(key, index)), info: infoOf(owner, index) }));
  if (known.length === 0) throw new ToolError('INVALID_DEFINITION', 'staticKeyVerifier has no keys.');
  return (token) => {
    const given = hash(token);
    let found: AuthInfo | undefined;
    // All are compared: how long it takes must not tell which one fits.
    for (const { hash, info } of known) if (timingSafeEqual(hash, given)) found = info;
    return found;
  };
}

/** Keys are told by their place: their text is a secret. */
function check(key: string, index: number): string {
  if (key.length >= shortest && isBearerToken(key)) return key;
  const why = key.length < shortest ? `has fewer than ${shortest} characters` : 'has characters that a bearer token cannot have';
  throw new ToolError('INVALID_DEFINITION', `Key ${index + 1} of staticKeyVerifier ${why}.`);
}

/** A name as long as a key may be one, on the wrong level: it is not shown. */
function checkNames(given: object, known: object, place: string): void {
  if (typeof given !== 'object' || given === null)
    throw new ToolError('INVALID_DEFINITION', `${place} must be an object of ${Object.keys(known).join(', ')}, not ${kindOf(given)}.`);
  refuseUnknown(given, Object.keys(known), { place, longest: shortest - 1 });
}

function infoOf(owner: StaticKey, index: number): AuthInfo {
  checkNames(owner, ofKey, `Key ${index + 1} of staticKeyVerifier`);
  const { subject, clientId, scopes = [], claims } = owner;
  if (typeof subject !== 'string' || subject === '')
    throw new ToolError('INVALID_DEFINITION', `Key ${index + 1} of staticKeyVerifier has no subject.`);
  const info: AuthInfo = { subject, clientId, scopes: [...scopes], claims };
  try {
    checkInfo(info);
  } catch (cause) {
    throw new ToolError('INVALID_DEFINITION', `Key ${index + 1} of staticKeyVerifier has something of the wrong kind.`, { cause });
  }
  return info;
}
