/** Slips of whoever calls the registry: a model would be told of a mistake that is not its own. */

/** What other APIs call the arguments. */
const otherNames = ['arguments', 'input', 'parameters', 'params', 'argument'];
/** Where APIs put the call. */
const wrappings = ['function', 'functionCall', 'toolUse', 'toolName'];

/** For a call without a name or without arguments: what to write instead. Undefined where there may be none. */
export function slipIn(call: unknown): string | undefined {
  if (typeof call === 'string') return `takes one object: registry.call({ name: ${JSON.stringify(call.slice(0, 128))}, args: { … } })`;
  if (typeof call !== 'object' || call === null) return undefined;
  const other = otherNames.find((name) => name in call);
  if (other !== undefined) return `takes the arguments as 'args', not as '${other}': registry.call({ name, args })`;
  const wrapping = wrappings.find((name) => name in call);
  if (wrapping === undefined) return undefined;
  return `takes { name, args }, and got a provider's own form of a call: read it with the bridge's parseCalls(), or with ToolCalls.from()`;
}
