import { IsInt, Length, Max } from 'class-validator';
import { param, payload, tool } from 'toolmark';

export class OrderLine {
  @Length(3, 12) sku!: string;
  @IsInt() @Max(99) quantity: number = 1;
}

export class Order {
  customer!: string;
  lines!: OrderLine[];
  /** when it should arrive */
  due?: Date;
}

export class OrderService {
  /** Places an order and tells what it costs. */
  @tool()
  async place(@payload() order: Order): Promise<{ id: string; total: number }> {
    const total = order.lines.reduce((sum, line) => sum + line.quantity * 4.5, 0);
    return { id: `${order.customer}-${order.due?.getUTCFullYear() ?? 'open'}`, total };
  }

  /** Orders of a customer, newest first. */
  @tool({ annotations: { readOnlyHint: true } })
  list(customer: string, @param('how many', Max(50)) limit = 10): string[] {
    return Array.from({ length: Math.min(limit, 3) }, (_, index) => `${customer}-${2026 - index}`);
  }
}
