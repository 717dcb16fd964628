/** Writes JSON values as TypeScript literals that are pleasant to read. */

const identifier = /^[A-Za-z_$][\w$]*$/;
const maximumWidth = 120;

/** The value as source text; `indent` is the indentation of the line it starts on, in spaces. */
export function writeLiteral(value: unknown, indent: number): string {
  const flat = writeFlat(value);
  if (flat.length + indent <= maximumWidth) return flat;
  const pad = ' '.repeat(indent + 2);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) return `[\n${value.map((item) => `${pad}${writeLiteral(item, indent + 2)},\n`).join('')}${close}]`;
  if (typeof value !== 'object' || value === null) return flat;
  return `{\n${entriesOf(value).map(([key, item]) => `${pad}${writeKey(key)}: ${writeLiteral(item, indent + 2)},\n`).join('')}${close}}`;
}

function writeFlat(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = entriesOf(value);
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, item]) => `${writeKey(key)}: ${writeFlat(item)}`).join(', ')} }`;
}

const entriesOf = (value: object): [string, unknown][] => Object.entries(value).filter(([, item]) => item !== undefined);

/** `__proto__: …` in a literal would set the prototype; computed, it is a key like any other. */
export function writeKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return identifier.test(key) ? key : quote(key);
}

export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`);
  return `'${inner.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}
