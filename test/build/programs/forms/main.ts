import { IsEmail } from 'class-validator';
import { form, form as makeForm, tool, type Form, type ToolContext } from 'toolmark';
import * as ns from 'toolmark';
import { Address } from './other.js';

export enum Size {
  /** Small (S) */
  Small = 's',
  /** A comment, and a
   * @title Medium (M) */
  Medium = 'm',
  Large = 'l',
}

/** Who wants to join. */
export interface SignUp {
  /** What we call you. @title Name */
  name: string;
  /** @format email */
  mail: string;
  /** @minimum 18 */
  age?: number;
  /** @TJS-type integer
   * @default 2 */
  seats: number;
  news?: boolean;
  size: Size;
  colour: 'red' | 'green';
  only: 'this';
  sizes: Size[];
  /** @minItems 1 */
  colours?: ('red' | 'green')[];
  born?: Date;
  page?: URL;
  /** @pattern ^[a-z]+$ */
  code?: string;
}

export class Booking {
  /** Where to write to. */
  @IsEmail() mail!: string;
  nights = 1;
  sizes: Set<Size> = new Set();
  quick = false;
}

export const signUp = form<SignUp>();
export const typed: Form<{ note: string }> = makeForm();
export const renamed = ns.form<Pick<SignUp, 'name' | 'age'>>({ name: 'short' });
export const byHand = form<{ anything: object }>({ schema: { type: 'object', properties: {} } });
export const booking = form<Booking>();
export default form<Partial<Pick<SignUp, 'news'>>>();
export namespace Forms {
  export const inside = form<{ yes: boolean }>();
}

interface Wider extends ToolContext {
  more: string;
}

export class Service {
  @tool()
  async book(context: ToolContext): Promise<string> {
    const { action, content } = await context.elicit({ message: 'Book?', form: Booking });
    return `${action} ${content?.nights}`;
  }
  @tool()
  async ship(context: ToolContext, fast: boolean): Promise<string> {
    const { elicit } = context;
    const given = await elicit({ message: 'Where to?', form: fast ? Address : Booking });
    return given.action;
  }
  async wide<C extends Wider>(context: C): Promise<void> {
    const question = { message: 'Where?', form: Address };
    await context.elicit(question);
    await context.elicit({ message: 'What?', form: signUp });
    await context.elicit({ message: 'Pay', url: 'https://example.org' });
  }
}

export class PickedOnly {
  kept!: string;
}
export async function partly(
  context: Pick<ToolContext, 'elicit'> | undefined,
  { elicit }: { elicit: ToolContext['elicit'] },
  own: ToolContext & { more: number },
): Promise<void> {
  await context?.elicit({ message: 'a', form: PickedOnly });
  await elicit({ message: 'b', form: signUp });
  await own.elicit({ message: 'c', form: PickedOnly });
}

/** Somebody else's elicit. */
const other = { elicit: (_question: { form: unknown }): void => undefined };
class NeverAsked {
  deep!: { x: number };
}
other.elicit({ form: NeverAsked });
