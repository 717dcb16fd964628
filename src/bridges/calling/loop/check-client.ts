/** What a driver is made with: a client that cannot be driven is told when the driver is made, not with the first request. */
import { ToolError } from '../../../errors.js';
import { aPromise } from '../given.js';
import { isFields } from '../shapes.js';

/**
 * @param driver the function that makes the driver
 * @param method a path from the client, with dots: `chat.completions.create`
 * @param official what makes the official client
 * @throws ToolError INVALID_DEFINITION for a client without that method
 */
export function checkClient(driver: string, client: unknown, method: string, official: string): void {
  if (typeof atPath(client, method) === 'function') return;
  const got = client instanceof Promise ? `is ${aPromise}` : isObject(client) ? `has no ${method}()` : `is ${String(client)}`;
  throw new ToolError('INVALID_DEFINITION', `${driver}(client): the client ${got}. Pass the official one: ${official}.`);
}

const isObject = (value: unknown): value is Record<string, unknown> => isFields(value) || typeof value === 'function';

const atPath = (client: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), client);
