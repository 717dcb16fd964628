/** Drives Gemini's client. */
import type { Content, GenerateContentConfig, GenerateContentParameters, GenerateContentResponse, Part } from '@google/genai';
import { checkClient } from '../calling/loop/check-client.js';
import type { Driver } from '../calling/loop/driver.js';
import { gemini } from './bridge.js';
import { noAnswer } from '../calling/loop/finish.js';
import { finishIn, modelContent, partsIn, refusedCall, textIn, usageIn } from './answer.js';
import type { GeminiTypes } from './types.js';

/** What the loop needs of the client. */
export interface GeminiClient {
  readonly models: {
    generateContent(request: GenerateContentParameters): Promise<GenerateContentResponse>;
    generateContentStream(request: GenerateContentParameters): Promise<AsyncIterable<GenerateContentResponse>>;
  };
}

const withSignal = (request: GenerateContentParameters, abortSignal: AbortSignal): GenerateContentParameters => ({
  ...request,
  config: { ...request.config, abortSignal },
});

/** A content without parts is refused. */
const sendable = (content: Content): Content[] => (content.parts?.length ? [content] : []);

/** What the SDK takes in their place where there is nothing else: texts and parts are the user's, those in a row one content. */
function contentsOf(messages: readonly (Content | Part | string)[]): Content[] {
  const contents: Content[] = [];
  let row: Part[] | undefined;
  for (const message of messages) {
    if (typeof message !== 'string' && ('parts' in message || 'role' in message)) {
      contents.push(message);
      row = undefined;
      continue;
    }
    if (!row) contents.push({ role: 'user', parts: (row = []) });
    row.push(typeof message === 'string' ? { text: message } : (message as Part));
  }
  return contents;
}

/** The choice stands beside what the provider's own tools need. */
function withTools(
  { toolConfig, ...config }: GenerateContentConfig,
  tools: readonly GeminiTypes['tool'][],
  choice: GeminiTypes['choice'],
): GenerateContentConfig {
  const joined = tools.length > 0 ? { ...toolConfig, ...choice.toolConfig } : toolConfig;
  return {
    ...config,
    ...(tools.length > 0 && { tools: [...tools] }),
    ...(joined && Object.keys(joined).length > 0 && { toolConfig: joined }),
  };
}

export function geminiDriver(client: GeminiClient): Driver<GeminiTypes, GenerateContentParameters> {
  checkClient('geminiDriver', client, 'models.generateContent', 'new GoogleGenAI({ … })');
  const { models } = client;
  return {
    bridge: gemini,
    /** What else the caller wants stands in `config`, as in the SDK. */
    request: ({ model, messages, tools, choice, more }) => ({
      ...more,
      model,
      contents: contentsOf(messages),
      config: withTools(more['config'] ?? {}, tools, choice),
    }),
    send: (request, signal) => models.generateContent(withSignal(request, signal)),
    stream: (request, signal) => models.generateContentStream(withSignal(request, signal)),
    read: (response) => {
      const parts = partsIn(response);
      const usage = usageIn(response);
      const finish = finishIn(response) ?? (response.candidates?.[0]?.content ? { reason: 'other' } : noAnswer(response));
      return { text: textIn(parts), messages: sendable(modelContent(parts)), ...(usage && { usage }), finish };
    },
    finish: finishIn,
    goesOn: (answer) => {
      const text = refusedCall(answer);
      return text === undefined ? undefined : [{ role: 'user', parts: [{ text }] }];
    },
    toTranscript: sendable,
  };
}
