import { form, type ToolContext } from 'toolmark';

export enum Level {
  Low = 1,
  High,
}
export interface Deep {
  inner: { x: number };
  list: string[];
  level: Level;
  fixed: true;
  nothing: string | null;
  either: string | number;
  any: unknown;
  bytes: Uint8Array;
  /** @secret */
  password: string;
  /** @format uuid */
  id: string;
  call: () => void;
  map: Map<string, string>;
}
export const deep = form<Deep>();
export const record = form<Record<string, string>>();
export const mapped = form<Map<string, string>>();
export const list = form<string[]>();
export const either = form<{ a: string } | { b: number }>();
export const none = form();
export const gone = form<Gone>();
export const named = form<{ a: string }>({ nam: 'x' } as object);
const hidden = form<{ a: string }>();

export class Asked {
  inner!: { x: number };
}
class NotExported {
  name!: string;
}
export async function ask(context: ToolContext): Promise<void> {
  await context.elicit({ message: 'a', form: form<{ a: string }>() });
  await context.elicit({ message: 'b', form: Asked });
  await context.elicit({ message: 'c', form: NotExported });
  await context.elicit({ message: 'd', form: hidden });
  await context.elicit({ message: 'e', form: class Inline { a!: string } });
}
