/** The data classes without rules: class-validator's decorators are legacy ones. */

export enum Speed {
  Normal = 'normal',
  Express = 'express',
}

export class Address {
  street!: string;
  /** four or five digits */
  zip!: string;

  label(): string {
    return `${this.street}, ${this.zip}`;
  }
}

export class Line {
  article!: string;
  count!: number;
  gift: boolean = false;

  get pieces(): number {
    return this.gift ? this.count + 1 : this.count;
  }
}

export class Card {
  kind!: 'card';
  digits!: string;
}

export class Transfer {
  kind!: 'transfer';
  account!: string;
}

export class OrderRequest {
  address!: Address;
  lines!: Line[];
  /** when it has to arrive */
  due!: Date;
  payment!: Card | Transfer;
  speed: Speed = Speed.Normal;
  note?: string;
}

/** What became of an order; the booleans say what its parts were. */
export interface Receipt {
  label: string;
  pieces: number[];
  /** class of the payment */
  payment: string;
  speed: Speed;
  due: Date;
  isOrder: boolean;
  isAddress: boolean;
  areLines: boolean;
  isDate: boolean;
}
