import type { Contender } from './contender.js';

type Value = Record<string, unknown>;

const text = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && value.length >= least && value.length <= most;
const fits = (value: unknown, expression: RegExp): boolean => typeof value === 'string' && expression.test(value);
const whole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const price = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Infinity;
const object = (value: unknown): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has no more keys than those that have been seen to be there. */
function only(value: Value, count: number): boolean {
  let left = count;
  for (const _ in value) left -= 1;
  return left === 0;
}

const [codes, mails, postcodes, phones, skus, ids] = [
  /^[A-Z]{3}-\d{4}$/,
  /^[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[A-Za-z]{2,63}$/,
  /^\d{5}$/,
  /^\+\d{6,15}$/,
  /^[A-Z]{2}-\d{5}$/,
  /^ord-\d{8}$/,
];
const dateTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const date = (value: unknown): boolean => typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value));

function rest(value: Value): boolean {
  return (
    text(value['name'], 1, 80) &&
    whole(value['age'], 18, 120) &&
    typeof value['subscribed'] === 'boolean' &&
    (value['plan'] === 'free' || value['plan'] === 'team' || value['plan'] === 'enterprise') &&
    (value['note'] === undefined || text(value['note'], 0, 200))
  );
}

const flat = (value: unknown): boolean =>
  object(value) && fits(value['code'], codes) && rest(value) && only(value, 'note' in value ? 6 : 5);

const email = (value: unknown): boolean =>
  object(value) && fits(value['email'], mails) && rest(value) && only(value, 'note' in value ? 6 : 5);

const address = (value: unknown): boolean =>
  object(value) &&
  text(value['street'], 1, 120) &&
  text(value['city'], 1, 80) &&
  fits(value['postcode'], postcodes) &&
  text(value['country'], 2, 2) &&
  only(value, 4);

const customer = (value: unknown): boolean =>
  object(value) && text(value['name'], 1, 80) && fits(value['phone'], phones) && address(value['address']) && only(value, 3);

const line = (value: unknown): boolean =>
  object(value) && fits(value['sku'], skus) && whole(value['quantity'], 1, 999) && price(value['price']) && only(value, 3);

const order = (value: unknown): boolean =>
  object(value) &&
  fits(value['id'], ids) &&
  customer(value['customer']) &&
  (value['currency'] === 'EUR' || value['currency'] === 'USD' || value['currency'] === 'GBP') &&
  (value['placed'] === undefined || date(value['placed'])) &&
  Array.isArray(value['lines']) &&
  value['lines'].length >= 1 &&
  value['lines'].length <= 100 &&
  value['lines'].every(line) &&
  only(value, 'placed' in value ? 5 : 4);

const item = (value: unknown): boolean =>
  object(value) &&
  whole(value['id'], 1, Infinity) &&
  text(value['name'], 1, 40) &&
  price(value['price']) &&
  typeof value['active'] === 'boolean' &&
  only(value, 4);

const items = (value: unknown): boolean =>
  object(value) && Array.isArray(value['items']) && value['items'].length <= 10_000 && value['items'].every(item) && only(value, 1);

export const byHand: Contender = {
  name: 'by hand',
  does: "a plain function such as a careful person writes; gives only a verdict, on the caller's own value",
  checks: { flat, email, order, items },
  accepts: (outcome) => outcome === true,
};
