/** Checks the `auth` option once, when a server is made. */
import { ToolError } from '../../../errors.js';
import { nearest } from '../../../schema/words.js';
import type { AuthOptions, Verify } from './options.js';
import { Reports } from './reports.js';
import { asHttpUrl, metadataUrlOf } from './resource.js';
import { impliedBy, isScope } from './scopes.js';

/** The `auth` option, checked and completed. */
export interface AuthSettings {
  readonly verify: Verify;
  readonly resource: string | undefined;
  readonly authorizationServers: readonly string[];
  readonly requiredScopes: readonly string[];
  /** Scopes with all that they imply. */
  readonly expand: (scopes: readonly string[]) => readonly string[];
  readonly audienceChecked: boolean;
  /** Milliseconds. */
  readonly verifyTimeout: number;
  /** Where the metadata document lies; undefined when there is none. */
  readonly metadataUrl: string | undefined;
  /** The document as JSON. */
  readonly metadata: string;
  readonly reports: Reports;
  /** Verifications under way. */
  readonly pending: { count: number };
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isUrl: Check = (value) => asHttpUrl(value) !== undefined;
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isScopes = isListOf(isScope);

/** Each option: what fits, and the words for it. */
const fits: Readonly<Record<keyof AuthOptions, readonly [check: Check, words: string]>> = {
  verify: [(value) => typeof value === 'function', 'a function'],
  resource: [isUrl, 'an absolute http(s) URL without fragment or password'],
  authorizationServers: [isListOf(isUrl), 'a list of absolute http(s) URLs'],
  requiredScopes: [isScopes, 'a list of scopes (printable ASCII without space, quote or backslash)'],
  scopesSupported: [isScopes, 'a list of scopes (printable ASCII without space, quote or backslash)'],
  impliedScopes: [(value) => isRecord(value) && Object.values(value).every(isScopes), 'an object of lists of scopes'],
  resourceName: [isText, 'a text'],
  resourceDocumentation: [isUrl, 'an absolute http(s) URL'],
  audienceChecked: [(value) => typeof value === 'boolean', 'true or false'],
  verifyTimeout: [
    (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31,
    'milliseconds, a whole number above 0',
  ],
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The settings that `authenticate` and its neighbours take.
 * @param log takes what the operator should know: why tokens were refused, under ids
 * @throws ToolError INVALID_DEFINITION for an option that is unknown, missing or of the wrong kind
 */
export function resolveAuth(options: AuthOptions, log: (message: string) => void): AuthSettings {
  checkOptions(options);
  const { verify, resource, authorizationServers = [], requiredScopes = [], audienceChecked = false, verifyTimeout = 10_000 } = options;
  if (authorizationServers.length > 0 && resource === undefined)
    throw invalid("auth.resource is missing: with 'authorizationServers', say the URL that clients connect to.");
  return {
    verify,
    resource,
    authorizationServers,
    requiredScopes,
    expand: impliedBy(options.impliedScopes),
    audienceChecked,
    verifyTimeout,
    metadataUrl: resource === undefined || authorizationServers.length === 0 ? undefined : metadataUrlOf(resource),
    metadata: JSON.stringify(metadataOf(options)),
    reports: new Reports(log),
    pending: { count: 0 },
  };
}

function checkOptions(options: AuthOptions): void {
  if (!isRecord(options) || options.verify === undefined)
    throw invalid('auth.verify is missing: give a function, or a ready verifier such as staticKeyVerifier().');
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(fits, name)) throw unknownOption(name);
    const [check, words] = fits[name as keyof AuthOptions];
    // A value is not shown: it may be a secret in the wrong place.
    if (value !== undefined && !check(value)) throw invalid(`auth.${name} must be ${words}.`);
  }
}

function unknownOption(name: string): ToolError {
  const meant = nearest(name, Object.keys(fits));
  return invalid(
    `There is no option auth.${name}; ${meant === undefined ? `there are ${Object.keys(fits).join(', ')}.` : `did you mean '${meant}'?`}`,
  );
}

/** The document of RFC 9728. */
function metadataOf(options: AuthOptions): Record<string, unknown> {
  const { resource, authorizationServers, requiredScopes, scopesSupported = requiredScopes, resourceName, resourceDocumentation } = options;
  return {
    resource,
    authorization_servers: authorizationServers,
    scopes_supported: scopesSupported?.length ? scopesSupported : undefined,
    bearer_methods_supported: ['header'],
    resource_name: resourceName,
    resource_documentation: resourceDocumentation,
  };
}

const invalid = (message: string): ToolError => new ToolError('INVALID_DEFINITION', message);
