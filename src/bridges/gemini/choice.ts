/** The choice of tools as Gemini writes it, for the `config` of a request. */
import { debuglog } from 'node:util';
import type { FunctionCallingConfig, FunctionCallingConfigMode } from '@google/genai';
import { geminiConfig } from '../calling/choice-reading.js';
import type { BridgeChoice } from '../calling/define.js';
import type { GeminiTypes } from './types.js';

type Choice = GeminiTypes['choice'];

/** Shown where NODE_DEBUG has `toolmark`. */
const debug = debuglog('toolmark');

function config(mode: `${FunctionCallingConfigMode}`, names?: readonly string[]): Choice {
  // The SDK's enumeration is a value, and it is not loaded here.
  // eslint-disable-next-line typescript/no-unsafe-enum-assignment -- as said
  return choiceOf({ mode, ...(names && { allowedFunctionNames: [...names] }) } as FunctionCallingConfig);
}

function choiceOf(functionCallingConfig: FunctionCallingConfig): Choice {
  const { mode, allowedFunctionNames: names = null } = functionCallingConfig;
  debug('Built Google ToolConfig: mode=%s, allowed_function_names=%j', mode, names);
  return { toolConfig: { functionCallingConfig } };
}

/** A list goes with ANY; where no call is to be forced, with VALIDATED, the only other mode that takes one. */
export const choice: BridgeChoice<Choice> = {
  auto: () => config('AUTO'),
  none: () => config('NONE'),
  any: () => config('ANY'),
  tool: (name) => config('ANY', [name]),
  allowed: (names, isForced) => config(isForced ? 'ANY' : 'VALIDATED', names),
  native: (value) => {
    const given = geminiConfig(value);
    return given && choiceOf({ ...given });
  },
};
