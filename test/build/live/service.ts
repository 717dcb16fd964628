/** A program that is built, registered and called: see live.test.ts. */
import { IsEmail, Max } from 'class-validator';
import { complete, form, prompt, resource, tool, type ToolContext } from '../../../src/index.js';

export enum Size {
  /** Small (S) */
  Small = 's',
  Large = 'l',
}

/** A night or more. */
export class Booking {
  /** Where to write to. */
  @IsEmail()
  mail!: string;
  @Max(30)
  nights = 1;
  /** The rooms. */
  rooms: Set<Size> = new Set();
  from?: Date;
}

export interface SignUp {
  /** @title Your name */
  name: string;
  size: Size;
  colour?: 'red' | 'green';
}

export const signUp = form<SignUp>();

export class Page {
  constructor(readonly id = 0) {}
  text = 'page';
}

export class Hotel {
  @tool()
  async book(context: ToolContext): Promise<string> {
    const { action, content } = await context.elicit({ message: 'When?', form: Booking });
    if (action !== 'accept') return action;
    const { rooms, from, nights, mail } = content;
    return [content instanceof Booking, rooms instanceof Set && [...rooms].join('+'), from?.getUTCFullYear(), nights, mail].join(' ');
  }

  @tool()
  async join(context: ToolContext): Promise<string> {
    const { content } = await context.elicit({ message: 'Who?', form: signUp });
    return JSON.stringify(content);
  }

  /** One page. */
  @resource('hotel://pages/{id}{?upper}')
  page(id: number, upper = false): Page {
    const page = new Page(id);
    if (upper) page.text = 'PAGE';
    return page;
  }

  /** The house rules. */
  @resource('hotel://rules', { mimeType: 'text/markdown' })
  rules(): string {
    return '# Rules';
  }

  /** Welcomes a guest.
   * @param name the guest's name
   * @param nights how long they stay */
  @prompt({ title: 'Welcome' })
  welcome(name: string, nights: number, size = Size.Small): string {
    return `Welcome ${name}, ${nights + 1} days, ${size}.`;
  }

  @complete({ prompt: 'welcome', argument: 'name' })
  names(value: string, others: Record<string, string>): string[] {
    return ['Ada', 'Alan', 'Bob'].filter((name) => name.startsWith(value)).map((name) => name + (others['nights'] ?? ''));
  }
}
