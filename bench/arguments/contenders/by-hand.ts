import type { Contender } from './contender.js';

type Value = Record<string, unknown>;

const text = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && value.length >= least && value.length <= most;
const fits = (value: unknown, expression: RegExp): boolean => typeof value === 'string' && expression.test(value);
const whole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const price = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Infinity;
const object = (value: unknown): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether every key is one of the given; all of them have been seen to be there, but for the optional ones. */
function only(value: Value, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}

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

const flatKeys = new Set(['name', 'code', 'age', 'subscribed', 'plan', 'note']);
const emailKeys = new Set(['name', 'email', 'age', 'subscribed', 'plan', 'note']);
const addressKeys = new Set(['street', 'city', 'postcode', 'country']);
const customerKeys = new Set(['name', 'phone', 'address']);
const lineKeys = new Set(['sku', 'quantity', 'price']);
const orderKeys = new Set(['id', 'customer', 'currency', 'placed', 'lines']);
const itemKeys = new Set(['id', 'name', 'price', 'active']);
const itemsKeys = new Set(['items']);

const flat = (value: unknown): boolean => object(value) && fits(value['code'], /^[A-Z]{3}-\d{4}$/) && rest(value) && only(value, flatKeys);

const email = (value: unknown): boolean =>
  object(value) && fits(value['email'], /^[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[A-Za-z]{2,63}$/) && rest(value) && only(value, emailKeys);

const address = (value: unknown): boolean =>
  object(value) &&
  text(value['street'], 1, 120) &&
  text(value['city'], 1, 80) &&
  fits(value['postcode'], /^\d{5}$/) &&
  text(value['country'], 2, 2) &&
  only(value, addressKeys);

const customer = (value: unknown): boolean =>
  object(value) &&
  text(value['name'], 1, 80) &&
  fits(value['phone'], /^\+\d{6,15}$/) &&
  address(value['address']) &&
  only(value, customerKeys);

const line = (value: unknown): boolean =>
  object(value) &&
  fits(value['sku'], /^[A-Z]{2}-\d{5}$/) &&
  whole(value['quantity'], 1, 999) &&
  price(value['price']) &&
  only(value, lineKeys);

const order = (value: unknown): boolean =>
  object(value) &&
  fits(value['id'], /^ord-\d{8}$/) &&
  customer(value['customer']) &&
  (value['currency'] === 'EUR' || value['currency'] === 'USD' || value['currency'] === 'GBP') &&
  (value['placed'] === undefined || date(value['placed'])) &&
  Array.isArray(value['lines']) &&
  value['lines'].length >= 1 &&
  value['lines'].length <= 100 &&
  value['lines'].every(line) &&
  only(value, orderKeys);

const item = (value: unknown): boolean =>
  object(value) &&
  whole(value['id'], 1, Infinity) &&
  text(value['name'], 1, 40) &&
  price(value['price']) &&
  typeof value['active'] === 'boolean' &&
  only(value, itemKeys);

const items = (value: unknown): boolean =>
  object(value) && Array.isArray(value['items']) && value['items'].length <= 10_000 && value['items'].every(item) && only(value, itemsKeys);

export const byHand: Contender = {
  name: 'by hand',
  does: "a plain function such as a careful person writes; gives only a verdict, on the caller's own value",
  checks: { flat, email, order, items },
  accepts: (outcome) => outcome === true,
};
