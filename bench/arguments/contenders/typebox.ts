import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Contender } from './contender.js';

const closed = { additionalProperties: false };
const literals = <T extends string>(...values: T[]) => Type.Union(values.map((value) => Type.Literal(value)));
const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength });
const pattern = (source: string) => Type.String({ pattern: source });

const rest = {
  name: text(1, 80),
  age: Type.Integer({ minimum: 18, maximum: 120 }),
  subscribed: Type.Boolean(),
  plan: literals('free', 'team', 'enterprise'),
  note: Type.Optional(Type.String({ maxLength: 200 })),
};
const flat = Type.Object({ ...rest, code: pattern('^[A-Z]{3}-\\d{4}$') }, closed);
const email = Type.Object({ ...rest, email: Type.String({ format: 'email' }) }, closed);
const address = Type.Object({ street: text(1, 120), city: text(1, 80), postcode: pattern('^\\d{5}$'), country: text(2, 2) }, closed);
const customer = Type.Object({ name: text(1, 80), phone: pattern('^\\+\\d{6,15}$'), address }, closed);
const line = Type.Object(
  { sku: pattern('^[A-Z]{2}-\\d{5}$'), quantity: Type.Integer({ minimum: 1, maximum: 999 }), price: Type.Number({ minimum: 0 }) },
  closed,
);
const order = Type.Object(
  {
    id: pattern('^ord-\\d{8}$'),
    customer,
    currency: literals('EUR', 'USD', 'GBP'),
    placed: Type.Optional(Type.String({ format: 'date-time' })),
    lines: Type.Array(line, { minItems: 1, maxItems: 100 }),
  },
  closed,
);
const item = Type.Object(
  { id: Type.Integer({ minimum: 1 }), name: text(1, 40), price: Type.Number({ minimum: 0 }), active: Type.Boolean() },
  closed,
);
const items = Type.Object({ items: Type.Array(item, { maxItems: 10_000 }) }, closed);

const compiled = { flat: Compile(flat), email: Compile(email), order: Compile(order), items: Compile(items) };

export const typebox: Contender = {
  name: 'TypeBox',
  package: 'typebox',
  does: "`Compile(type).Check`; gives only a verdict, on the caller's own value",
  checks: {
    flat: (value) => compiled.flat.Check(value),
    email: (value) => compiled.email.Check(value),
    order: (value) => compiled.order.Check(value),
    items: (value) => compiled.items.Check(value),
  },
  accepts: (outcome) => outcome === true,
};
