import { IsEmail, IsInt, IsOptional, Max, Min } from 'class-validator';
import { form, tool, type ToolContext } from '../../../src/index.js';

// #region class
export class Guest {
  @IsEmail() email!: string;
  @IsInt() @Min(1) @Max(8) seats = 2;
  @IsOptional() @IsInt() age?: number;
}

export class TableService {
  /** Books a table. */
  @tool()
  async book(day: string, context: ToolContext): Promise<string> {
    const answer = await context.elicit({ message: `Who comes on ${day}?`, form: Guest });
    if (answer.action !== 'accept') return 'Nothing was booked.';
    return `${answer.content.seats} seats for ${answer.content.email}`; // a Guest, checked
  }
}
// #endregion

// #region form
type Wish = { colour: 'red' | 'green'; gift?: boolean };
export const wish = form<Wish>();

export class ShopService {
  /** Wraps a present. */
  @tool()
  async wrap(context: ToolContext): Promise<string> {
    const { content } = await context.elicit({ message: 'Which paper?', form: wish });
    return content ? `${content.colour} paper` : 'no paper';
  }

  /** Takes a payment. */
  @tool()
  async pay(context: ToolContext): Promise<string> {
    const { action } = await context.elicit({ message: 'Pay for the present', url: 'https://pay.example/42' });
    return action;
  }

  /** Names a colour. */
  @tool()
  async suggest(context: ToolContext): Promise<string> {
    const { content } = await context.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Red or green?' } }],
      maxTokens: 10,
    });
    return [content]
      .flat()
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('');
  }
}
// #endregion
