import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { Check, Contender } from './contender.js';
import { Email, Flat, Items, Order } from './dto.js';

const options = { whitelist: true, forbidNonWhitelisted: true };

const check =
  (type: new () => object): Check =>
  (value) =>
    validateSync(plainToInstance(type, value), options);

export const classValidator: Contender = {
  name: 'class-validator',
  package: 'class-validator',
  does: 'class-transformer `plainToInstance`, then class-validator `validateSync` with `whitelist` and `forbidNonWhitelisted`; gives instances, or a tree of errors',
  checks: { flat: check(Flat), email: check(Email), order: check(Order), items: check(Items) },
  accepts: (outcome) => (outcome as unknown[]).length === 0,
};
