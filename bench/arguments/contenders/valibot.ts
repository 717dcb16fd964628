import * as v from 'valibot';
import type { Contender } from './contender.js';

const text = (least: number, most: number) => v.pipe(v.string(), v.minLength(least), v.maxLength(most));
const pattern = (expression: RegExp) => v.pipe(v.string(), v.regex(expression));
const between = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const rest = {
  name: text(1, 80),
  age: between(18, 120),
  subscribed: v.boolean(),
  plan: v.picklist(['free', 'team', 'enterprise']),
  note: v.optional(v.pipe(v.string(), v.maxLength(200))),
};
const flat = v.strictObject({ ...rest, code: pattern(/^[A-Z]{3}-\d{4}$/) });
const email = v.strictObject({ ...rest, email: v.pipe(v.string(), v.email()) });
const address = v.strictObject({ street: text(1, 120), city: text(1, 80), postcode: pattern(/^\d{5}$/), country: text(2, 2) });
const customer = v.strictObject({ name: text(1, 80), phone: pattern(/^\+\d{6,15}$/), address });
const line = v.strictObject({ sku: pattern(/^[A-Z]{2}-\d{5}$/), quantity: between(1, 999), price: v.pipe(v.number(), v.minValue(0)) });
const order = v.strictObject({
  id: pattern(/^ord-\d{8}$/),
  customer,
  currency: v.picklist(['EUR', 'USD', 'GBP']),
  placed: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  lines: v.pipe(v.array(line), v.minLength(1), v.maxLength(100)),
});
const item = v.strictObject({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  name: text(1, 40),
  price: v.pipe(v.number(), v.minValue(0)),
  active: v.boolean(),
});
const items = v.strictObject({ items: v.pipe(v.array(item), v.maxLength(10_000)) });

export const valibot: Contender = {
  name: 'valibot',
  package: 'valibot',
  does: '`safeParse` of strict objects; parses into copies, or gives issues with paths (dates stay text)',
  checks: {
    flat: (value) => v.safeParse(flat, value),
    email: (value) => v.safeParse(email, value),
    order: (value) => v.safeParse(order, value),
    items: (value) => v.safeParse(items, value),
  },
  accepts: (outcome) => (outcome as { success: boolean }).success,
};
