import * as z from 'zod';
import type { Contender } from './contender.js';

const rest = {
  name: z.string().min(1).max(80),
  age: z.int().min(18).max(120),
  subscribed: z.boolean(),
  plan: z.enum(['free', 'team', 'enterprise']),
  note: z.string().max(200).optional(),
};
const flat = z.strictObject({ ...rest, code: z.string().regex(/^[A-Z]{3}-\d{4}$/) });
const email = z.strictObject({ ...rest, email: z.email() });
const address = z.strictObject({
  street: z.string().min(1).max(120),
  city: z.string().min(1).max(80),
  postcode: z.string().regex(/^\d{5}$/),
  country: z.string().length(2),
});
const customer = z.strictObject({ name: z.string().min(1).max(80), phone: z.string().regex(/^\+\d{6,15}$/), address });
const line = z.strictObject({
  sku: z.string().regex(/^[A-Z]{2}-\d{5}$/),
  quantity: z.int().min(1).max(999),
  price: z.number().min(0),
});
const order = z.strictObject({
  id: z.string().regex(/^ord-\d{8}$/),
  customer,
  currency: z.enum(['EUR', 'USD', 'GBP']),
  placed: z.iso.datetime({ offset: true }).optional(),
  lines: z.array(line).min(1).max(100),
});
const item = z.strictObject({ id: z.int().min(1), name: z.string().min(1).max(40), price: z.number().min(0), active: z.boolean() });
const items = z.strictObject({ items: z.array(item).max(10_000) });

export const zod: Contender = {
  name: 'zod',
  package: 'zod',
  does: '`safeParse` of strict objects, its compiled fast path included; parses into copies, or gives issues with paths (dates stay text)',
  checks: {
    flat: (value) => flat.safeParse(value),
    email: (value) => email.safeParse(value),
    order: (value) => order.safeParse(value),
    items: (value) => items.safeParse(value),
  },
  accepts: (outcome) => (outcome as { success: boolean }).success,
};
