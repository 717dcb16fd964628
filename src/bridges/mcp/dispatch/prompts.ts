/** `prompts/get`. The list is in lists.ts. */
import { misfitOfContent } from '../wire/content.js';
import { invalidParams, ProtocolError, protocolCodes } from '../wire/errors.js';
import { readableBlock } from '../wire/revisions.js';
import { isObject } from '../wire/tools.js';
import { asProtocolError } from './failures.js';
import type { PublishedPrompts } from './request.js';
import { run } from './run.js';
import { bothEras, type Handler, type HandlerTable, type Setup } from './setup.js';
import { misfitOfSize } from './tools.js';

export function promptHandlers(setup: Setup): HandlerTable {
  const { prompts } = setup.registry;
  return prompts ? { 'prompts/get': { eras: bothEras, handle: render(setup, prompts) } } : {};
}

function render(setup: Setup, prompts: PublishedPrompts): Handler {
  return async ({ name, arguments: given }, request) => {
    if (typeof name !== 'string') throw invalidParams("'name' must be a string.");
    const args = textsOf(given);
    try {
      return await run(setup, request, { method: 'prompts/get', name, args }, async (options) => {
        const { description, messages: given } = await prompts.render(name, args, { ...options, callId: String(request.id) });
        refuse(setup, name, misfitOfContent(given.map(({ content }) => content)));
        const messages = given.map((message) => ({ ...message, content: readableBlock(message.content, request.revision) }));
        const outcome = setup.answer('prompts/get', request, { ...(description !== undefined && { description }), messages });
        refuse(setup, name, misfitOfSize(outcome, setup));
        return outcome;
      });
    } catch (error) {
      throw asProtocolError(error, request);
    }
  };
}

/** The arguments of a prompt are texts. */
export function textsOf(given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {};
  if (!isObject(given) || !Object.values(given).every((value) => typeof value === 'string'))
    throw invalidParams("'arguments' must be an object of strings.");
  return given as Record<string, string>;
}

function refuse({ options: { log } }: Setup, name: string, misfit: string | undefined): void {
  if (misfit === undefined) return;
  log(`prompt '${name}' was not sent: ${misfit}`);
  throw new ProtocolError(protocolCodes.internal, `Prompt '${name.slice(0, 128)}' could not be sent: ${misfit}`);
}
