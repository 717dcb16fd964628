/** Data classes as any service has them: rules, no @Type, nothing that tells a library what is nested. */
import { ArrayMinSize, IsInt, IsOptional, Length, Matches, Max, Min } from 'class-validator';

export enum Speed {
  Normal = 'normal',
  Express = 'express',
}

export class Address {
  @Length(1, 40) street!: string;
  /** four or five digits */
  @Matches(/^\d{4,5}$/) zip!: string;

  label(): string {
    return `${this.street}, ${this.zip}`;
  }
}

export class Line {
  article!: string;
  @IsInt() @Min(1) @Max(99) count!: number;
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
  @ArrayMinSize(1) lines!: Line[];
  /** when it has to arrive */
  due!: Date;
  payment!: Card | Transfer;
  speed: Speed = Speed.Normal;
  @IsOptional() @Length(1, 20) note?: string;
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
