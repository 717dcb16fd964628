declare const brand: unique symbol;
type Brand<T, B> = T & { readonly [brand]: B };
type Id = Brand<string, 'id'>;
export function brands(
  id: Id,
  cents: number & { readonly __brand: 'Cents' },
  optional: string & { __brand?: 'x' },
  flag: boolean & { __brand: 'f' },
  suggested: 'red' | 'blue' | (string & {}),
  numbers: 1 | 2 | (number & {}),
  byId: Record<Id, number>,
  list: (Id | null)[],
  date: Date & { __brand?: 'd' },
): void {}
