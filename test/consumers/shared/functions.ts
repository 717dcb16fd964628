/** Tools that are functions. */
import { tool } from 'toolmark';

/**
 * Converts an amount.
 * @param amount in the old currency
 */
export const convert = tool(async function convert(amount: number, rate = 2): Promise<number> {
  return amount * rate;
});
