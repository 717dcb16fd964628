/**
 * Request validators, one a provider, written from the tables of the providers and not from src/: each gives what the provider would answer 400 to.
 * For the servers on loopback and for tests of declarations.
 */
export { anthropicToolProblems, budgetProblems } from './anthropic.js';
export { geminiToolProblems } from './gemini.js';
export { chatToolProblems, responsesToolProblems } from './openai.js';
export { bedrockToolProblems, cohereToolProblems, mistralToolProblems, ollamaToolProblems } from './others.js';
