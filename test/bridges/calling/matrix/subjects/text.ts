import type { Json } from '../../legal/schema.js';
import { listOf } from '../chat-wire.js';
import type { Behaviour } from '../server.js';
import type { WireResult } from '../subject.js';

const found = /\{"tool_call_results".*\]\}/;

/** A model without function calling: what has such fields is refused. No subject of the matrix, which speaks of native calls. */
export const textBehaviour: Behaviour & { results(body: Json): WireResult[] } = {
  problems: (body) => ['tools', 'tool_choice', 'parallel_tool_calls'].filter((field) => field in body),
  results: (body) =>
    listOf(body['messages']).flatMap(({ content }) => {
      const json = typeof content === 'string' ? found.exec(content)?.[0] : undefined;
      if (json === undefined) return [];
      const { tool_call_results: results } = JSON.parse(json) as { tool_call_results: { value: unknown; is_error: boolean }[] };
      return results.map(({ value, is_error: isError }) => ({ text: JSON.stringify(value), isError, images: 0 }));
    }),
};
