/** A hundred tools as a company has them, each once as JSON Schema and once as zod; and the one that is called. */
import { z } from 'zod';

type Schema = Record<string, unknown>;

/** One kind of field, said twice. */
interface Field {
  schema: Schema;
  zod(): z.ZodType;
}

const text = (description: string, most: number): Field => ({
  schema: { type: 'string', minLength: 1, maxLength: most, description },
  zod: () => z.string().min(1).max(most).describe(description),
});
const matching = (description: string, pattern: string): Field => ({
  schema: { type: 'string', pattern, description },
  zod: () => z.string().regex(new RegExp(pattern)).describe(description),
});
const number = (description: string, least: number, most: number, isInteger = false): Field => ({
  schema: { type: isInteger ? 'integer' : 'number', minimum: least, maximum: most, description },
  zod: () => (isInteger ? z.int() : z.number()).min(least).max(most).describe(description),
});
const flag = (description: string): Field => ({
  schema: { type: 'boolean', description },
  zod: () => z.boolean().describe(description),
});
const one = (description: string, ...values: [string, ...string[]]): Field => ({
  schema: { type: 'string', enum: values, description },
  zod: () => z.enum(values).describe(description),
});
const many = (description: string, item: Field, most: number): Field => ({
  schema: { type: 'array', items: item.schema, maxItems: most, description },
  zod: () => z.array(item.zod()).max(most).describe(description),
});
const object = (description: string, fields: Fields, required: readonly string[]): Field => ({
  schema: { ...objectSchema(fields, required), description },
  zod: () => zodObject(fields, required).describe(description),
});

type Fields = Readonly<Record<string, Field>>;

const objectSchema = (fields: Fields, required: readonly string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: [...required],
  additionalProperties: false,
});

/** As strict as the schema: no key but those. */
const zodObject = (fields: Fields, required: readonly string[]): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, required.includes(name) ? field.zod() : field.zod().optional()]),
    ),
  );

/** What an author says of a tool, in both tongues; `zod` makes a new schema each time, as a new program would. */
export interface Spec {
  name: string;
  description: string;
  schema: Schema;
  zod(): z.ZodObject;
}

const spec = (name: string, description: string, fields: Fields, required: readonly string[]): Spec => ({
  name,
  description,
  schema: objectSchema(fields, required),
  zod: () => zodObject(fields, required),
});

// ---- the hundred ---------------------------------------------------------------------------------------------------

const address = object(
  'Where it is',
  {
    street: text('Street and number', 120),
    city: text('Name of the city', 80),
    postcode: matching('Postal code', '^[A-Z0-9 -]{3,10}$'),
    country: matching('ISO 3166 code of two letters', '^[A-Z]{2}$'),
  },
  ['street', 'city', 'country'],
);
const line = object(
  'A line',
  {
    sku: matching('Article number', '^[A-Z]{3}-\\d{4}$'),
    quantity: number('How many', 1, 999, true),
    price: number('Price of one, in euros', 0, 10_000),
  },
  ['sku', 'quantity'],
);

/** Fields that things have, by the kind of thing. */
const kinds: readonly Fields[] = [
  { title: text('Short title', 120), body: text('Text in Markdown', 10_000), labels: many('Labels to set', text('A label', 40), 20) },
  { name: text('Full name', 80), email: matching('E-mail address', '^[^@\\s]+@[^@\\s]+$'), address },
  { lines: many('What is ordered', line, 50), currency: one('ISO 4217 code', 'EUR', 'USD', 'GBP', 'JPY'), rush: flag('Deliver at once') },
  {
    start: matching('Begin, ISO 8601', '^\\d{4}-\\d{2}-\\d{2}$'),
    days: number('Length in days', 1, 365, true),
    room: text('Which room', 40),
  },
  { path: text('Path within the repository', 400), branch: text('Name of the branch', 100), force: flag('Overwrite what is there') },
];

const nouns = [
  'ticket', 'customer', 'order', 'booking', 'file', 'issue', 'supplier', 'invoice', 'meeting', 'document',
  'page', 'employee', 'shipment', 'lease', 'snippet', 'comment', 'contact', 'quote', 'shift', 'release',
]; // prettier-ignore

type Verb = (noun: string, fields: Fields) => Spec;

const id = (noun: string): Field => matching(`Id of the ${noun}`, '^[a-z0-9]{8,24}$');

const verbs: readonly Verb[] = [
  (noun, fields) =>
    spec(`create_${noun}`, `Creates a ${noun} and gives its id. Fails when one like it exists.`, fields, Object.keys(fields).slice(0, 2)),
  (noun, fields) => spec(`update_${noun}`, `Changes the given fields of a ${noun}; the others stay.`, { id: id(noun), ...fields }, ['id']),
  (noun) => spec(`get_${noun}`, `One ${noun} by its id.`, { id: id(noun), expand: flag('With all that it refers to') }, ['id']),
  (noun) =>
    spec(
      `search_${noun}s`,
      `Finds ${noun}s by words, newest first. Gives at most one page.`,
      {
        query: text('Words to look for', 200),
        status: one('Which state', 'open', 'closed', 'all'),
        limit: number('How many at most', 1, 100, true),
        page: number('Which page, from 1', 1, 1000, true),
        sort: one('In which order', 'created', 'updated', 'relevance'),
      },
      ['query'],
    ),
  (noun) => spec(`delete_${noun}`, `Deletes a ${noun} for good.`, { id: id(noun), reason: text('Why', 300) }, ['id']),
];

/** The same each time; schemas are new, so that no cache of a peer or of ours can know them. */
export function hundredTools(): Spec[] {
  const specs = nouns.flatMap((noun, index) => verbs.map((verb) => verb(noun, kinds[index % kinds.length] ?? {})));
  return specs.map((one) => ({ ...one, schema: structuredClone(one.schema) }));
}

// ---- the one that is called ----------------------------------------------------------------------------------------

export const booking = (): Spec =>
  spec(
    'book',
    'Book a hotel room.',
    {
      hotel: matching('Code of the hotel', '^[A-Z]{3}-\\d{4}$'),
      city: text('Where it is', 80),
      nights: number('How many', 1, 30, true),
      rate: number('Euros a night', 0, 5000),
      board: one('Which meals', 'room', 'half', 'full'),
      refundable: flag('May be cancelled'),
    },
    ['hotel', 'city', 'nights', 'rate', 'board', 'refundable'],
  );

export interface Stay {
  hotel: string;
  city: string;
  nights: number;
  rate: number;
  board: string;
  refundable: boolean;
}

export const book = ({ hotel, nights, rate, board }: Stay) => ({
  confirmation: `${hotel}/${nights}`,
  total: nights * rate,
  board,
  paid: false,
});

const stay: Stay = { hotel: 'PAR-0042', city: 'Paris', nights: 3, rate: 129.5, board: 'half', refundable: true };

/** What the model writes, and what it is to read. */
export const argumentsText = JSON.stringify(stay);
export const answerText = JSON.stringify(book(stay));
/** Too many nights. */
export const wrongText = JSON.stringify({ ...stay, nights: 31 });

/** What the model of a turn says when it has the result. */
export const farewell = 'Your room is booked.';
