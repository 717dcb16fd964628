/** Names of hosts and origins, as operators write them and as requests bring them. */
import { ToolError } from '../../../../errors.js';
import { preview } from '../../../../schema/words.js';

/** A name and a port, or an address; nothing that a URL could also hold, such as a user before `@` or a path. */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

/** A `Host`: its name as URLs write it, and the port where one is given. */
export interface HostName {
  name: string;
  port: string | undefined;
}

/** Undefined for what is no host. */
export function hostOf(text: string): HostName | undefined {
  const form = hostForm.exec(text);
  const url = form ? parsed(`http://${text}`) : undefined;
  return url && { name: url.hostname, port: form?.[1] === undefined ? undefined : String(Number(form[1])) };
}

/** The origin of a web page; undefined for what is none, as `null`. */
export function originOf(text: string): URL | undefined {
  return /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) ? parsed(text) : undefined;
}

/** @throws ToolError INVALID_DEFINITION for an entry that could match no request */
export function hostList(option: string, given: readonly string[]): ReadonlySet<string> {
  return new Set(list(option, given).map((entry) => asHost(option, entry)));
}

function asHost(option: string, entry: unknown): string {
  const host = hostOf(encoded(String(entry)));
  if (!host) throw invalid(`${option}: ${preview(entry)} is no host; give 'name' or 'name:port'.`);
  return host.port === undefined ? host.name : `${host.name}:${host.port}`;
}

/** Names in other letters than ASCII's come encoded. */
function encoded(entry: string): string {
  const [, name = '', port = ''] = /^([^/?#@\\\s[\]:]*[^\0-\x7f][^/?#@\\\s[\]:]*)(:\d+)?$/.exec(entry) ?? [];
  return name === '' ? entry : (parsed(`http://${name}`)?.hostname ?? '') + port;
}

/** Web pages' origins as browsers send them; other schemes as they are written. @throws ToolError INVALID_DEFINITION for what is no origin */
export function originList(option: string, given: readonly string[]): ReadonlySet<string> {
  return new Set(list(option, given).map((entry) => asOrigin(option, entry)));
}

function asOrigin(option: string, entry: unknown): string {
  if (entry === '*' || entry === 'null') return entry;
  const text = String(entry);
  const origin = originOf(text)?.origin ?? (/^(?!https?:)[a-z][\w+.-]*:\/\/[^/?#@\\\s]+$/i.test(text) ? text : undefined);
  if (origin === undefined) throw invalid(`${option}: ${preview(entry)} is no origin; give one like 'https://app.example'.`);
  return origin;
}

function list(option: string, given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  throw invalid(`${option} must be a list, not ${preview(given)}.`);
}

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
const invalid = (message: string): ToolError => new ToolError('INVALID_DEFINITION', message);
