export class Address {
  street!: string;
  /** @format date */
  from?: string;
}
