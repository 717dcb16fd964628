import { type } from 'arktype';
import type { Contender } from './contender.js';

const rest = {
  '+': 'reject',
  name: '1 <= string <= 80',
  age: '18 <= number.integer <= 120',
  subscribed: 'boolean',
  plan: "'free' | 'team' | 'enterprise'",
  'note?': 'string <= 200',
} as const;
const flat = type({ ...rest, code: /^[A-Z]{3}-\d{4}$/ });
const email = type({ ...rest, email: 'string.email' });
const address = type({
  '+': 'reject',
  street: '1 <= string <= 120',
  city: '1 <= string <= 80',
  postcode: /^\d{5}$/,
  country: 'string == 2',
});
const customer = type({ '+': 'reject', name: '1 <= string <= 80', phone: /^\+\d{6,15}$/, address });
const line = type({ '+': 'reject', sku: /^[A-Z]{2}-\d{5}$/, quantity: '1 <= number.integer <= 999', price: 'number >= 0' });
const order = type({
  '+': 'reject',
  id: /^ord-\d{8}$/,
  customer,
  currency: "'EUR' | 'USD' | 'GBP'",
  'placed?': 'string.date.iso',
  lines: line.array().atLeastLength(1).atMostLength(100),
});
const item = type({ '+': 'reject', id: 'number.integer >= 1', name: '1 <= string <= 40', price: 'number >= 0', active: 'boolean' });
const items = type({ '+': 'reject', items: item.array().atMostLength(10_000) });

export const arktype: Contender = {
  name: 'arktype',
  package: 'arktype',
  does: "calls the type; gives the caller's own value, or errors whose messages are made when read (dates stay text)",
  checks: { flat: (value) => flat(value), email: (value) => email(value), order: (value) => order(value), items: (value) => items(value) },
  accepts: (outcome) => !(outcome instanceof type.errors),
};
