/** The tools whose arguments are checked; one for each shape, and one that is nothing but overhead. */
import { payload, tool } from 'toolmark';
import { Email, Flat, Items, Order } from './dto.js';

export class Service {
  @tool()
  flat(@payload() value: Flat): boolean {
    return value.subscribed;
  }

  @tool()
  email(@payload() value: Email): boolean {
    return value.subscribed;
  }

  @tool()
  order(@payload() value: Order): number {
    return value.lines.length;
  }

  @tool()
  items(@payload() value: Items): number {
    return value.items.length;
  }

  @tool()
  add(a: number, b: number): number {
    return a + b;
  }
}
