/** The service with standard decorators: `@tool()` only. */
import { tool, type ToolContext } from 'toolmark';
import { Address, OrderRequest, type Receipt, Speed } from './dto.js';
import { JournalService, Prices } from './base.js';
import { receiptOf } from './receipt.js';

export class OrderService extends JournalService {
  constructor(private readonly prices: Prices) {
    super();
  }

  /** Places an order. */
  @tool({ title: 'Place an order' })
  place(order: OrderRequest): Receipt {
    this.note(`order to ${order.address.label()}`);
    return receiptOf(order);
  }

  /**
   * What an article costs.
   * @param speed how fast it shall come
   */
  @tool({ annotations: { readOnlyHint: true } })
  async quote(article: string, pieces = 1, speed: Speed = Speed.Normal, context: ToolContext): Promise<number> {
    context.log('debug', `quote for ${article}`);
    return this.prices.of(article) * pieces * (speed === Speed.Express ? 2 : 1);
  }

  /** Where and when, as two arguments. */
  @tool()
  move(to: Address, on: Date): string {
    return [to instanceof Address, to.label(), on instanceof Date, on.getUTCFullYear()].join('; ');
  }

  /** Values that JSON does not have. */
  @tool()
  tally(counts: Map<string, number>, tags: Set<string>, total: bigint): { kinds: string[]; sum: number; next: bigint } {
    const kinds = [counts instanceof Map ? 'Map' : '', tags instanceof Set ? 'Set' : '', typeof total];
    return { kinds, sum: [...counts.values()].reduce((sum, count) => sum + count, tags.size), next: total + 1n };
  }

  @tool({ description: 'Invites somebody.' })
  invite(email: string): string {
    return `invited ${email}`;
  }

  /** A comment of its own; the mark is its parent's. */
  override journal(last = 10): string[] {
    return super.journal(last).map((line) => `- ${line}`);
  }
}
