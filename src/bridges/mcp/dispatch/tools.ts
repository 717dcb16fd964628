/** `tools/call`. */
import type { ToolResult } from '../../../types.js';
import { misfitOfContent } from '../wire/content.js';
import { invalidParams, ProtocolError, protocolCodes } from '../wire/errors.js';
import { errorResult, isObject, toWireResult, type WireResult } from '../wire/tools.js';
import { type Outcome } from './outcome.js';
import type { RequestContext } from './request.js';
import { refuseMissingCapability, run } from './run.js';
import { bothEras, type Handler, type HandlerTable, type Setup } from './setup.js';

export function toolHandlers(setup: Setup): HandlerTable {
  return { 'tools/call': { eras: bothEras, handle: callTool(setup) } };
}

function callTool(setup: Setup): Handler {
  const { registry, options } = setup;
  return ({ name, arguments: args }, request) => {
    if (typeof name !== 'string') throw invalidParams("'name' must be a string.");
    if (args !== undefined && args !== null && !isObject(args)) throw invalidParams("'arguments' must be an object.");
    const tool = registry.get(name);
    return run(setup, request, { method: 'tools/call', name, args: args ?? {} }, async (given) => {
      // A tool's own limit, and the registry's, hold unless the server says otherwise for those that say nothing.
      if (options.toolTimeout !== undefined && tool?.options?.timeout === undefined) given.timeout = options.toolTimeout;
      const result = await registry.call({ id: String(request.id), name, args: args ?? {} }, given);
      if (isUnknownTool(setup, result)) throw new ProtocolError(protocolCodes.invalidParams, result.error?.message ?? 'Unknown tool.');
      refuseMissingCapability(result.error, request);
      return carried(setup, request, result, tool?.wrapsOutput);
    });
  };
}

/** A tool's own ToolError of that code does not count: the tool was found. */
function isUnknownTool({ registry }: Setup, { isError, name, error }: ToolResult): boolean {
  return isError && (error as { code?: unknown } | undefined)?.code === 'UNKNOWN_TOOL' && registry.get(name) === undefined;
}

/** What the wire or the client cannot take is the tool's fault and told as such. */
function carried(setup: Setup, request: RequestContext, result: ToolResult, wrapsOutput: boolean | undefined): Outcome {
  const answer = (wire: WireResult): Outcome => setup.answer('tools/call', request, wire);
  const refused = (why: string): Outcome => {
    setup.options.log(`the result of tool '${result.name}' was not sent: ${why}`);
    return answer(errorResult(`Tool '${result.name}' ran, but its result could not be sent: ${why}`));
  };
  try {
    const misfit = misfitOfContent(result.content);
    if (misfit !== undefined) return refused(misfit);
    const outcome = answer(toWireResult(result, { era: request.era, wrapsOutput, revision: request.revision }));
    const tooLarge = misfitOfSize(outcome, setup);
    return tooLarge === undefined ? outcome : refused(tooLarge);
  } catch (error) {
    setup.options.log(`the result of tool '${result.name}' has no JSON form: ${String(error)}`);
    return answer(errorResult(`Tool '${result.name}' gave a result that has no JSON form.`));
  }
}

/** @returns advice when the result is over the limit, measured on the JSON that is sent */
export function misfitOfSize(outcome: Outcome, { options: { resultBytes } }: Setup): string | undefined {
  const text = outcome.json();
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 <= resultBytes) return undefined;
  const bytes = Buffer.byteLength(text);
  if (bytes <= resultBytes) return undefined;
  return `it has ${bytes} bytes, and this server sends ${resultBytes} at most. Ask for less: a page, a filter, or fewer fields.`;
}
