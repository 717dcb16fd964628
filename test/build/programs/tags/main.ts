interface Tagged {
  /**
   * How many.
   * @minimum 1
   * @maximum 9
   */
  count: number | null;
  /** @minLength 2 */ either: string | number;
  /** @TJS-type integer */ whole?: number;
  /** @items.minimum 0 */ list?: number[];
  /** @pattern ^a{2}$ two of them */ pattern?: string;
  /** @default 2 */ text?: string;
  /** @default [1, 2] */ numbers?: number[];
  /** @deprecated use count */ old?: string;
  /** @examples ["x", "y"] */ words?: string;
  /** @example foo */ word?: string;
  /** @ignore */ hidden?: string;
  /** The pass phrase. @secret */ phrase?: string;
  /** See {@link Tagged} and {@link Tagged|this one}. */ linked?: string;
}
export function tags(all: Tagged, line: { /** @minimum 1 */ x: number; /** @maximum 2 */ y: number }): void {}
