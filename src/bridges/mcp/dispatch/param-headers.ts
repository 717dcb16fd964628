/** Which arguments of a tool its clients repeat as headers, looked up once a definition. */
import type { ToolDefinition } from '../../../types.js';
import { type ParamHeader, paramHeadersOf } from '../wire/param-headers.js';

const known = new WeakMap<object, readonly ParamHeader[]>();

/** @param log hears once of a declaration that the specification forbids */
export function headersOf(
  definition: Readonly<Pick<ToolDefinition, 'name' | 'inputSchema'>>,
  log: (message: string) => void,
): readonly ParamHeader[] {
  const before = known.get(definition);
  if (before) return before;
  const { headers, fault } = paramHeadersOf(definition.inputSchema);
  known.set(definition, headers);
  if (fault !== undefined) log(`tool '${definition.name}': ${fault} Clients that heed it leave the tool out.`);
  return headers;
}
