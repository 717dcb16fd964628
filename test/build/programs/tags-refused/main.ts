interface Wrong {
  /** @minimum abc */ text: number;
  /** @minLength 2 */ type: number;
  /** @default require("./x").value */ run?: string;
  /** @default "x" */ value?: number;
  /** @pattern [ */ pattern?: string;
  /**
   * @minimum 5
   * @maximum 3
   */
  bounds?: number;
  after: number; /** belongs to nothing */
  next: number;
}
export function wrong(all: Wrong): void {}
