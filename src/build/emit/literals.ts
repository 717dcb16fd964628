/** Writes JSON values as TypeScript literals that are pleasant to read. */

const identifier = /^[A-Za-z_$][\w$]*$/;
const maximumWidth = 120;
/** What needs no escape: printable ASCII without the quote and the backslash. */
const plain = /^[ -&(-[\]-~]*$/;

/** The compiler gives up on comparing literals with their type beyond a hundred levels. */
const deepest = 60;

/** The value as the body of a thunk of the given type; what is nested absurdly deep is text, which the compiler need not look into. */
export function writeBody(value: unknown, type: string, indent: number): string {
  return isDeep(value, deepest) ? `JSON.parse(${quote(JSON.stringify(value))}) as ${type}` : `(${writeLiteral(value, indent)})`;
}

function isDeep(value: unknown, room: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return room === 0 || Object.values(value).some((item) => isDeep(item, room - 1));
}

/** The value as source text; `indent` is the indentation of the line it starts on, in spaces. */
export function writeLiteral(value: unknown, indent: number): string {
  const flat = writeFlat(value, maximumWidth - indent);
  if (flat !== undefined) return flat;
  const pad = ' '.repeat(indent + 2);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) return `[\n${value.map((item) => `${pad}${writeLiteral(item, indent + 2)},\n`).join('')}${close}]`;
  if (typeof value !== 'object' || value === null) return writeScalar(value);
  return `{\n${entriesOf(value)
    .map(([key, item]) => `${pad}${writeKey(key)}: ${writeLiteral(item, indent + 2)},\n`)
    .join('')}${close}}`;
}

/** On one line; undefined as soon as that is longer than the room there is, so that deep values are not written once a level. */
function writeFlat(value: unknown, room: number): string | undefined {
  if (Array.isArray(value))
    return joinFlat(
      '[',
      value.map((item: unknown) => ['', item] as const),
      ']',
      room,
    );
  if (typeof value === 'object' && value !== null) {
    const entries = entriesOf(value);
    return entries.length === 0
      ? '{}'
      : joinFlat(
          '{ ',
          entries.map(([key, item]) => [`${writeKey(key)}: `, item] as const),
          ' }',
          room,
        );
  }
  const text = typeof value === 'string' && value.length > room ? undefined : writeScalar(value);
  return text !== undefined && text.length <= room ? text : undefined;
}

function joinFlat(open: string, items: readonly (readonly [string, unknown])[], close: string, room: number): string | undefined {
  let text = open;
  for (const [index, [label, item]] of items.entries()) {
    text += (index === 0 ? '' : ', ') + label;
    const flat = writeFlat(item, room - text.length - close.length);
    if (flat === undefined) return undefined;
    text += flat;
  }
  text += close;
  return text.length <= room ? text : undefined;
}

const writeScalar = (value: unknown): string => (typeof value === 'string' ? quote(value) : (JSON.stringify(value) ?? 'undefined'));

const entriesOf = (value: object): [string, unknown][] => Object.entries(value).filter(([, item]) => item !== undefined);

/** `__proto__: …` in a literal would set the prototype; computed, it is a key like any other. */
export function writeKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return identifier.test(key) ? key : quote(key);
}

export function quote(text: string): string {
  if (plain.test(text)) return `'${text}'`;
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}'`;
}
