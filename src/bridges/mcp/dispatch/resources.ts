/** `resources/read`, and the subscriptions of the legacy era. Lists are in lists.ts. */
import { misfitOfResource } from '../wire/content.js';
import { invalidParams, ProtocolError, protocolCodes } from '../wire/errors.js';
import { asProtocolError } from './failures.js';
import { Outcome } from './outcome.js';
import type { Caller, PublishedResources, RequestContext, Subscriptions } from './request.js';
import { run } from './run.js';
import { bothEras, type Handler, type HandlerTable, legacyOnly, type Setup } from './setup.js';
import { misfitOfSize } from './tools.js';

export function resourceHandlers(setup: Setup): HandlerTable {
  const { resources } = setup.registry;
  if (!resources) return {};
  return {
    'resources/read': { eras: bothEras, handle: read(setup, resources) },
    'resources/subscribe': { eras: legacyOnly, handle: subscribe(resources) },
    'resources/unsubscribe': { eras: legacyOnly, handle: unsubscribe },
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

function subscribe(resources: PublishedResources): Handler {
  return (params, request) => {
    const uri = uriOf(params);
    const remembered = subscriptionsOf(request);
    // Of what one may not read one does not hear either, and nothing that is not there is remembered.
    if (!mayRead(resources, uri, request.caller))
      throw new ProtocolError(protocolCodes.resourceNotFound, `Unknown resource: '${uri.slice(0, 200)}'.`, { uri: uri.slice(0, 500) });
    remembered.add(uri);
    return new Outcome({});
  };
}

const unsubscribe: Handler = (params, request) => {
  subscriptionsOf(request).delete(uriOf(params));
  return new Outcome({});
};

function subscriptionsOf({ subscriptions }: RequestContext): Subscriptions {
  if (subscriptions) return subscriptions;
  throw new ProtocolError(protocolCodes.methodNotFound, 'Method not found: subscriptions need a session.');
}

export function mayRead(resources: PublishedResources, uri: string, { scopes }: Caller): boolean {
  return resources.has?.(uri, scopes ? { scopes } : {}) ?? true;
}

function uriOf({ uri }: Record<string, unknown>): string {
  if (typeof uri !== 'string') throw invalidParams("'uri' must be a string.");
  return uri;
}
