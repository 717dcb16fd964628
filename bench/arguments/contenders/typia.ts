import typia, { type tags } from 'typia';
import type { Contender } from './contender.js';

type Text<Least extends number, Most extends number> = string & tags.MinLength<Least> & tags.MaxLength<Most>;
type Price = number & tags.Minimum<0>;

interface Rest {
  name: Text<1, 80>;
  age: number & tags.Type<'int32'> & tags.Minimum<18> & tags.Maximum<120>;
  subscribed: boolean;
  plan: 'free' | 'team' | 'enterprise';
  note?: string & tags.MaxLength<200>;
}
interface Flat extends Rest {
  code: string & tags.Pattern<'^[A-Z]{3}-\\d{4}$'>;
}
interface Email extends Rest {
  email: string & tags.Format<'email'>;
}
interface Address {
  street: Text<1, 120>;
  city: Text<1, 80>;
  postcode: string & tags.Pattern<'^\\d{5}$'>;
  country: Text<2, 2>;
}
interface Customer {
  name: Text<1, 80>;
  phone: string & tags.Pattern<'^\\+\\d{6,15}$'>;
  address: Address;
}
interface Line {
  sku: string & tags.Pattern<'^[A-Z]{2}-\\d{5}$'>;
  quantity: number & tags.Type<'int32'> & tags.Minimum<1> & tags.Maximum<999>;
  price: Price;
}
interface Order {
  id: string & tags.Pattern<'^ord-\\d{8}$'>;
  customer: Customer;
  currency: 'EUR' | 'USD' | 'GBP';
  placed?: string & tags.Format<'date-time'>;
  lines: Line[] & tags.MinItems<1> & tags.MaxItems<100>;
}
interface Item {
  id: number & tags.Type<'int32'> & tags.Minimum<1>;
  name: Text<1, 40>;
  price: Price;
  active: boolean;
}
interface Items {
  items: Item[] & tags.MaxItems<10_000>;
}

export const typiaEquals: Contender = {
  name: 'typia',
  package: 'typia',
  does: "`createEquals`, written by typia's transform of the compiler; gives only a verdict, on the caller's own value",
  checks: {
    flat: typia.createEquals<Flat>(),
    email: typia.createEquals<Email>(),
    order: typia.createEquals<Order>(),
    items: typia.createEquals<Items>(),
  },
  accepts: (outcome) => outcome === true,
};
