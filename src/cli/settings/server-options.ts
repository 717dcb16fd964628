/** The settings in force as options of the servers. */
import type { CorsOptions } from '../../bridges/mcp/http/admission/cors.js';
import type { ServeHttpOptions } from '../../bridges/mcp/http/serve.js';
import type { McpServerOptions } from '../../bridges/mcp/options.js';
import { UsageError } from '../io.js';
import { authOptions } from './auth.js';
import type { Effective, Value } from './effective.js';
import { settings } from './table.js';

type Values = ReadonlyMap<string, Value>;

/** Settings that options of the same name take as they are. */
const alike = ['name', 'title', 'version', 'instructions', 'websiteUrl', 'icons', 'errorDetail', 'pageSize', 'requestStateKey'];
const alikeOverHttp = [
  'host',
  'path',
  'sessions',
  'jsonResponse',
  'allowedHosts',
  'allowedOrigins',
  'eras',
  'keepAlive',
  'healthPath',
  'direct',
];

/** What a server takes on any transport. */
export function serverOptions({ values }: Effective): McpServerOptions {
  return { ...picked(values, alike), limits: branch(values, 'limits'), cache: branch(values, 'cache'), log: logger(values) };
}

/** What `serveHttp` takes. */
export async function httpOptions(effective: Effective): Promise<ServeHttpOptions> {
  const { values } = effective;
  const [cors, auth] = [branch(values, 'cors'), await authOptions(branch(values, 'auth'))];
  return {
    ...serverOptions(effective),
    ...picked(values, alikeOverHttp),
    ...(cors && { cors: corsOptions(cors) }),
    ...(auth && { auth }),
    port: Number(values.get('http')?.value),
    // The command ends with its own exit code.
    signals: false,
  };
}

function corsOptions({ origins, ...rest }: Record<string, unknown>): CorsOptions {
  if (!Array.isArray(origins)) throw new UsageError('cors.origins is missing: say whose pages may call.');
  return { ...rest, origins: origins as string[] };
}

function picked(values: Values, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key)?.value]] : [])));
}

/** Settings `prefix.*` that were given; undefined when there are none. */
function branch(values: Values, prefix: string): Record<string, unknown> | undefined {
  const inner = settings
    .filter(({ key }) => key.startsWith(`${prefix}.`) && values.has(key) && values.get(key)?.from !== 'default')
    .map(({ key }) => [key.slice(prefix.length + 1), values.get(key)?.value] as const);
  return inner.length === 0 ? undefined : Object.fromEntries(inner);
}

/** Writes one line a message to standard error. */
export function logger(values: Values): (message: string) => void {
  if (values.get('logFormat')?.value !== 'json') return (message) => void process.stderr.write(`toolmark: ${message}\n`);
  return (message) => void process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), logger: 'toolmark', message })}\n`);
}
