/** Every setting of `toolmark serve` in one table: flags, help, the check of the configuration file and `--inspect-config` are made from it. */
import { limitTable } from '../../bridges/mcp/limits/table.js';
import type { Choices, KindName } from './kinds.js';

/** One setting. */
export interface Setting {
  /** Where it stands in the configuration file, with dots between levels. */
  key: string;
  /** Without the leading dashes; absent when only a configuration file can say it. */
  flag?: string;
  /** An environment variable; a flag goes before it, the configuration file after. */
  env?: string;
  kind: KindName;
  choices?: Choices;
  default?: unknown;
  /** What the server does where nobody set it and there is no `default`: for `--inspect-config`; a function where transports differ. */
  holds?: string | number | boolean | readonly string[] | ((transport: Transport) => string);
  /** The heading in help. */
  group: Group;
  help: string;
}

export type Transport = 'stdio' | 'http';

export type Group = 'What is served' | 'Where' | 'Who may call' | 'What a caller sees' | 'Running' | 'Limits';

type Row = Omit<Setting, 'group'>;

const served: Row[] = [
  { key: 'modules', kind: 'files', help: 'modules to publish, when the command line names none; relative to the configuration file' },
  { key: 'name', flag: 'name', kind: 'name', help: "how the server names itself (default: the package's name)" },
  { key: 'title', flag: 'title', kind: 'text', help: 'a name for people' },
  { key: 'version', flag: 'version', kind: 'text', help: "the server's version (default: the package's)" },
  { key: 'instructions', flag: 'instructions', kind: 'text', help: 'told to the model: how to use the tools together' },
  { key: 'websiteUrl', flag: 'website', kind: 'url', help: 'a page about the server' },
  { key: 'icons', kind: 'icons', help: 'icons that clients may show' },
];

const place: Row[] = [
  {
    key: 'http',
    flag: 'http',
    env: 'TOOLMARK_HTTP',
    kind: 'port',
    help: 'serve Streamable HTTP on this port, 0 for a free one (default: stdio)',
  },
  {
    key: 'host',
    flag: 'host',
    env: 'TOOLMARK_HOST',
    kind: 'name',
    default: '127.0.0.1',
    help: 'address to listen on; the default lets only this machine call',
  },
  { key: 'path', flag: 'path', kind: 'path', default: '/mcp', help: 'path of the endpoint' },
  {
    key: 'sessions',
    flag: 'sessions',
    kind: 'sessions',
    default: false,
    help: 'keep a session for each client before 2026-07-28, so that questions and notices reach it',
  },
  {
    key: 'jsonResponse',
    flag: 'json-response',
    kind: 'switch',
    default: false,
    help: 'answer with one JSON document always: no progress, no logs',
  },
  {
    key: 'eras',
    flag: 'era',
    kind: 'names',
    choices: ['legacy', 'modern'],
    holds: ['legacy', 'modern'],
    help: 'protocol that is served: before 2026-07-28, or from it on (default: both)',
  },
  {
    key: 'keepAlive',
    flag: 'keep-alive',
    kind: 'time',
    holds: 15_000,
    help: 'milliseconds between signs of life on an event stream, 0 for none (default: 15000)',
  },
  { key: 'healthPath', flag: 'health-path', kind: 'path', help: 'path that answers 200 while requests are taken, for who balances load' },
  {
    key: 'direct',
    kind: 'switch',
    holds: true,
    help: "whether plain requests are answered without MCP's SDK, which is slower; the answers are the same",
  },
];

const callers: Row[] = [
  {
    key: 'allowedHosts',
    flag: 'allowed-host',
    kind: 'names',
    help: 'Host header that is served; your public name behind a proxy (default: names of this machine)',
  },
  { key: 'allowedOrigins', flag: 'allowed-origin', kind: 'origins', help: 'web origin that may call (default: pages of this machine)' },
  { key: 'cors.origins', flag: 'cors', kind: 'origins', help: 'web origin whose pages may also read the answers' },
  { key: 'cors.credentials', kind: 'switch', help: 'whether pages may send cookies' },
  { key: 'cors.maxAge', kind: 'count', help: 'seconds a browser keeps the answer to a preflight' },
  { key: 'auth.key', flag: 'auth-key', env: 'TOOLMARK_AUTH_KEY', kind: 'secret', help: 'callers must send this key as their bearer token' },
  { key: 'auth.keyScopes', flag: 'auth-key-scope', kind: 'names', help: 'scope that the key grants (default: those required)' },
  { key: 'auth.keys', kind: 'keys', help: 'several keys: { subject, key, scopes? } each' },
  { key: 'auth.issuer', flag: 'auth-issuer', kind: 'url', help: 'take access tokens (JWT) that this issuer signed' },
  { key: 'auth.jwks', flag: 'auth-jwks', kind: 'url', help: "where the issuer's keys are (default: its metadata says)" },
  { key: 'auth.audience', flag: 'auth-audience', kind: 'names', help: 'whom the tokens must be meant for (default: the resource)' },
  { key: 'auth.resource', flag: 'auth-resource', kind: 'url', help: "this server's own public URL (RFC 9728)" },
  {
    key: 'auth.authorizationServers',
    flag: 'auth-server',
    kind: 'urls',
    help: 'authorization server that clients are sent to (default: the issuer)',
  },
  { key: 'auth.requiredScopes', flag: 'auth-scope', kind: 'names', help: 'scope that every caller needs' },
  { key: 'auth.scopesSupported', kind: 'names', help: 'scopes that are told to clients' },
  { key: 'auth.impliedScopes', kind: 'object', help: 'scopes that hold others' },
  { key: 'auth.resourceName', kind: 'text', help: 'a name of the resource for people' },
  { key: 'auth.resourceDocumentation', kind: 'url', help: 'a page for developers' },
  { key: 'auth.scopeClaim', kind: 'text', help: 'the claim that has the scopes' },
  { key: 'auth.algorithms', kind: 'names', help: 'signatures that are accepted' },
  { key: 'auth.verifyTimeout', kind: 'count', help: 'milliseconds that checking a token may take' },
  { key: 'auth.audienceChecked', kind: 'switch', help: 'whether auth.verify has compared the audience itself' },
  { key: 'auth.verify', kind: 'function', help: 'a function that checks tokens' },
];

const answers: Row[] = [
  { key: 'pageSize', flag: 'page-size', kind: 'count', holds: Infinity, help: 'entries on one page of a list (default: all)' },
  {
    key: 'errorDetail',
    flag: 'error-detail',
    kind: 'text',
    choices: ['message', 'masked'],
    holds: (transport: Transport) => (transport === 'http' ? 'masked' : 'message'),
    help: 'whether callers read the messages of unexpected errors (default: message on stdio, masked over HTTP)',
  },
  {
    key: 'cache.ttlMs',
    flag: 'cache-ttl',
    kind: 'time',
    holds: 0,
    help: 'milliseconds that clients from 2026-07-28 on may keep lists and resources (default: 0)',
  },
  {
    key: 'cache.cacheScope',
    flag: 'cache-scope',
    kind: 'text',
    choices: ['public', 'private'],
    holds: 'private',
    help: 'who may keep them: caches in between too, or the client (default: private)',
  },
  {
    key: 'requestStateKey',
    flag: 'request-state-key',
    env: 'TOOLMARK_REQUEST_STATE_KEY',
    kind: 'secret',
    help: 'signs the state of questions; the same in all processes behind one address (default: made up)',
  },
];

const running: Row[] = [
  {
    key: 'logFormat',
    flag: 'log-format',
    env: 'TOOLMARK_LOG_FORMAT',
    kind: 'text',
    choices: ['text', 'json'],
    default: 'text',
    help: 'how standard error is written: a line of text or of JSON for each message',
  },
  {
    key: 'limits.drain',
    flag: 'drain',
    kind: 'limit',
    default: limitTable.drain.default,
    help: 'milliseconds that running calls get when the server is told to stop',
  },
];

const limits: Row[] = Object.entries(limitTable)
  .filter(([name]) => name !== 'drain')
  .map(([name, { default: value, what, unit }]) => ({
    key: `limits.${name}`,
    kind: 'limit',
    default: value,
    help: `${what} (${name === 'rate' ? 'default: none' : unit})`,
  }));

const of = (group: Group, rows: Row[]): Setting[] => rows.map((row) => ({ ...row, group }));

/** The table. */
export const settings: readonly Setting[] = [
  ...of('What is served', served),
  ...of('Where', place),
  ...of('Who may call', callers),
  ...of('What a caller sees', answers),
  ...of('Running', running),
  ...of('Limits', limits),
];

/** Settings of an HTTP endpoint: on stdio their flags are refused, so that nobody believes them in force. */
export const isForHttpOnly = ({ key, group }: Setting): boolean => key !== 'http' && (group === 'Where' || group === 'Who may call');
