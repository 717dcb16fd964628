/** What goes to a model that knows nothing of tools, and comes from it. */

/** How parts of a message are marked: `[[ ## name ## ]]` before each, the reply as one JSON object, or tags. */
export type TextForm = 'chat' | 'json' | 'xml';

export interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What the prompt says of the choice of tools. */
export interface TextChoice {
  /** A sentence for the model; empty where it decides by itself. */
  instruction: string;
  /** The tools are not told of at all. */
  isNone?: boolean;
}

export interface TextTypes {
  /** A tool as a line of the prompt. */
  tool: string;
  choice: TextChoice;
  /** The model's reply. */
  response: string;
  /** The next piece of it. */
  chunk: string;
  message: TextMessage;
  assistant: TextMessage;
}
