/** Says what the parts of an order were when they arrived. */
import { Address, Line, OrderRequest, type Receipt } from './dto.js';

export function receiptOf(order: OrderRequest): Receipt {
  return {
    label: order.address.label(),
    pieces: order.lines.map((line) => line.pieces),
    payment: order.payment.constructor.name,
    speed: order.speed,
    due: order.due,
    isOrder: order instanceof OrderRequest,
    isAddress: order.address instanceof Address,
    areLines: order.lines.every((line) => line instanceof Line),
    isDate: order.due instanceof Date,
  };
}
