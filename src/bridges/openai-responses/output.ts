/** The schema of what a tool gives: the API wants that of the JSON which the output of a call holds as text. */
import type { FunctionTool } from 'openai/resources/responses/responses.js';
import { Tool } from '../../runtime/tool.js';
import type { Declaration } from '../calling/bridge.js';

/** Nothing for a text, which goes as it is and not as JSON. What is wrapped for other protocols goes unwrapped. */
export function outputSchema({ output, tool }: Declaration): Pick<FunctionTool, 'output_schema'> {
  if (!output) return {};
  const { $defs, properties } = output;
  const inner = tool instanceof Tool && tool.wrapsOutput ? properties?.['result'] : output;
  if (typeof inner !== 'object' || inner.type === 'string') return {};
  return { output_schema: { ...inner, ...($defs && { $defs }) } };
}
