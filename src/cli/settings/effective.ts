/** Joins flags, environment, configuration file and defaults into the settings in force. */
import { basename, dirname } from 'node:path';
import { resolveLimits } from '../../bridges/mcp/limits/index.js';
import { nearest } from '../../schema/words.js';
import { UsageError } from '../io.js';
import type { KeyEntry } from './auth.js';
import type { ConfigFile } from './config-file.js';
import { kinds, misfitOf } from './kinds.js';
import { readSecret } from './secrets.js';
import { type Setting, settings } from './table.js';

/** One setting in force. */
export interface Value {
  value: unknown;
  /** `flag --http`, `env TOOLMARK_HTTP`, `toolmark.config.json` or `default`. */
  from: string;
}

/** What `parseArgs` gives for the flags of the table. */
export type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** All settings in force. */
export interface Effective {
  /** By key; a setting that nobody gave and that has no default is absent. */
  values: ReadonlyMap<string, Value>;
  /** Told to the operator at start. */
  warnings: readonly string[];
}

interface Given {
  flags: FlagValues;
  env: NodeJS.ProcessEnv;
  config: ConfigFile | undefined;
  cwd: string;
}

/** @throws UsageError for a value that does not fit, naming where it was given */
export function effectiveSettings(given: Given): Effective {
  const limits = limitsOfFlags(given.flags['limit']);
  const warnings: string[] = [];
  const values = new Map<string, Value>();
  for (const setting of settings) {
    const found = valueOf(setting, given, limits);
    if (!found) continue;
    const misfit = misfitOf(setting.kind, setting.choices, found.value);
    if (misfit !== undefined) throw new UsageError(`${placeOf(setting, found)} ${misfit}.`);
    values.set(setting.key, readSecrets(setting, found, given, warnings));
  }
  checkLimits(values);
  return { values, warnings };
}

const placeOf = ({ key }: Setting, { from }: Value): string => {
  const [kind, name] = from.split(' ', 2);
  return kind === 'flag' || kind === 'env' ? (name ?? key) : `${from}: ${key}`;
};

function valueOf(setting: Setting, { flags, env, config }: Given, limits: ReadonlyMap<string, unknown>): Value | undefined {
  const { key, flag, kind } = setting;
  const ofFlag = flag === undefined ? undefined : flags[flag];
  if (ofFlag !== undefined) return { value: flagValue(setting, ofFlag), from: `flag --${flag}` };
  if (limits.has(key)) return { value: limits.get(key), from: 'flag --limit' };
  const variable = setting.env === undefined ? undefined : env[setting.env];
  // An empty variable is how many tools unset one.
  if (variable !== undefined && variable !== '') return { value: kinds[kind].fromText(variable), from: `env ${setting.env}` };
  if (config?.values.has(key)) return { value: config.values.get(key), from: basename(config.path) };
  return setting.default === undefined ? undefined : { value: setting.default, from: 'default' };
}

function flagValue({ kind }: Setting, given: string | boolean | (string | boolean)[]): unknown {
  if (Array.isArray(given)) return given.flatMap((one) => kinds[kind].fromText(String(one)));
  return typeof given === 'boolean' ? given : kinds[kind].fromText(given);
}

/** `--limit calls=8 --limit rate=100/60`. */
function limitsOfFlags(given: FlagValues[string]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const names = settings.filter(({ kind }) => kind === 'limit').map(({ key }) => key.slice('limits.'.length));
  for (const one of [given ?? []].flat()) {
    const [name = '', text] = String(one).split('=', 2);
    if (text === undefined || text === '') throw new UsageError(`--limit takes NAME=VALUE, such as calls=8, not '${String(one)}'.`);
    if (!names.includes(name)) {
      const close = nearest(name, names);
      throw new UsageError(
        `--limit: there is no limit '${name}'. ${close ? `Did you mean '${close}'?` : `The limits are ${names.join(', ')}.`}`,
      );
    }
    const value = kinds.limit.fromText(text);
    if (name === 'rate' && typeof value !== 'object' && value !== Infinity)
      throw new UsageError(`--limit: rate takes CALLS/SECONDS, such as rate=100/60, not '${text}'.`);
    found.set(`limits.${name}`, value);
  }
  return found;
}

/** The table of limits knows what each may be. */
function checkLimits(values: ReadonlyMap<string, Value>): void {
  for (const [key, { value, from }] of values) {
    if (!key.startsWith('limits.') || from === 'default') continue;
    try {
      resolveLimits({ [key.slice('limits.'.length)]: value });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw new UsageError(from.startsWith('flag') ? `${from.slice('flag '.length)}: ${said}` : `${from}: ${said}`);
    }
  }
}

function readSecrets(setting: Setting, found: Value, given: Given, warnings: string[]): Value {
  if (setting.kind === 'secret') return asSecret(setting, found, given, warnings);
  if (setting.kind !== 'keys') return found;
  const keys = (found.value as KeyEntry[]).map((one) => ({
    ...one,
    key: String(asSecret({ ...setting, key: `${setting.key} (${one.subject})` }, { ...found, value: one.key }, given, warnings).value),
  }));
  return { ...found, value: keys };
}

function asSecret(setting: Setting, { value, from }: Value, { env, config, cwd }: Given, warnings: string[]): Value {
  const isOfFile = config !== undefined && from === basename(config.path);
  const secret = readSecret(String(value), setting.key, isOfFile ? dirname(config.path) : cwd, env);
  if (secret.place === undefined && from.startsWith('flag'))
    warnings.push(`--${setting.flag} shows a secret to whoever can list processes; give env:NAME or file:PATH instead.`);
  if (secret.place === undefined && isOfFile && config.isData)
    warnings.push(`${from}: ${setting.key} is a secret that stands in a file; give "env:NAME" or "file:PATH" instead.`);
  return { value: secret.value, from: secret.place === undefined ? from : `${from} (${secret.place})` };
}
