/** `resources/read`, and the subscriptions of the legacy era. Lists are in lists.ts. */
import { misfitOfResource } from '../wire/content.js';
import { invalidParams, ProtocolError, protocolCodes } from '../wire/errors.js';
import { asProtocolError } from './failures.js';
import { Outcome } from './outcome.js';
import type { PublishedResources, RequestContext } from './request.js';
import { run } from './run.js';
import { bothEras, type Handler, type HandlerTable, legacyOnly, type Setup } from './setup.js';
import { misfitOfSize } from './tools.js';

export function resourceHandlers(setup: Setup): HandlerTable {
  const { resources } = setup.registry;
  if (!resources) return {};
  return {
    'resources/read': { eras: bothEras, handle: read(setup, resources) },
    'resources/subscribe': { eras: legacyOnly, handle: (params, request) => subscribe(params, request, 'add') },
    'resources/unsubscribe': { eras: legacyOnly, handle: (params, request) => subscribe(params, request, 'delete') },
  };
}

function read(setup: Setup, resources: PublishedResources): Handler {
  return async (params, request) => {
    const uri = uriOf(params);
    try {
      return await run(setup, request, { method: 'resources/read', name: uri, args: {} }, async (options) => {
        const contents = await resources.read(uri, { ...options, callId: String(request.id) });
        for (const one of contents) refuse(setup, uri, misfitOfResource(one));
        const outcome = setup.answer('resources/read', request, { contents });
        refuse(setup, uri, misfitOfSize(outcome, setup));
        return outcome;
      });
    } catch (error) {
      throw asProtocolError(error, request, uri);
    }
  };
}

function refuse({ options: { log } }: Setup, uri: string, misfit: string | undefined): void {
  if (misfit === undefined) return;
  log(`resource '${uri}' was not sent: ${misfit}`);
  throw new ProtocolError(protocolCodes.internal, `Resource '${uri.slice(0, 500)}' was read, but could not be sent: ${misfit}`);
}

function subscribe(params: Record<string, unknown>, { subscriptions }: RequestContext, what: 'add' | 'delete'): Outcome {
  const uri = uriOf(params);
  if (!subscriptions) throw new ProtocolError(protocolCodes.methodNotFound, 'Method not found: subscriptions need a session.');
  subscriptions[what](uri);
  return new Outcome({});
}

function uriOf({ uri }: Record<string, unknown>): string {
  if (typeof uri !== 'string') throw invalidParams("'uri' must be a string.");
  return uri;
}
