/** The lists of a registry, page by page, kept until the registry changes. */
import { toWirePrompt, toWireResource, toWireTemplate } from '../wire/definitions.js';
import { invalidParams } from '../wire/errors.js';
import { knows } from '../wire/revisions.js';
import { toWireTool } from '../wire/tools.js';
import type { Outcome } from './outcome.js';
import { headersOf } from './param-headers.js';
import { type Entry, Order, pageOf } from './pages.js';
import type { ListOptions, PublishedRegistry, RequestContext } from './request.js';
import { bothEras, type DispatchOptions, type HandlerTable, type Setup } from './setup.js';
import { versionsOf } from './versions.js';

/** For whom a list is. */
type Who = Pick<RequestContext, 'era' | 'revision'>;

interface Listing {
  /** The key of the result that holds the entries. */
  key: string;
  /** What changes it. */
  of: 'tools' | 'resources' | 'prompts';
  entries(registry: PublishedRegistry, whose: ListOptions, who: Who, log: (message: string) => void): Entry[];
}

const listings: Readonly<Record<string, Listing>> = {
  'tools/list': { key: 'tools', of: 'tools', entries: toolEntries },
  'resources/list': {
    key: 'resources',
    of: 'resources',
    entries: ({ resources }, whose) => (resources?.list(whose) ?? []).map((one) => [one.uri, toWireResource(one)]),
  },
  'resources/templates/list': {
    key: 'resourceTemplates',
    of: 'resources',
    entries: ({ resources }, whose) => (resources?.templates(whose) ?? []).map((one) => [one.uriTemplate, toWireTemplate(one)]),
  },
  'prompts/list': {
    key: 'prompts',
    of: 'prompts',
    entries: ({ prompts }, whose) => (prompts?.list(whose) ?? []).map((one) => [one.name, toWirePrompt(one)]),
  },
};

/** One unpublishable tool does not hide the others. */
function toolEntries(registry: PublishedRegistry, whose: ListOptions, { era, revision }: Who, log: (message: string) => void): Entry[] {
  return registry.list(whose).flatMap((tool) => {
    try {
      headersOf(tool.definition, log);
      return [[tool.name, toWireTool(tool.definition, { era, wrapsOutput: tool.wrapsOutput, revision })]] as Entry[];
    } catch (error) {
      log(`tool '${tool.name}' is not published: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
}

/** A list as it was at one version of the registry. */
interface Kept {
  version: number;
  entries: Entry[];
  pages: Map<string, Outcome>;
}

/** All servers of one registry number its entries alike. */
const knownOrders = new WeakMap<PublishedRegistry, Map<string, Order>>();

function ordersOf(registry: PublishedRegistry): Map<string, Order> {
  let orders = knownOrders.get(registry);
  if (!orders) knownOrders.set(registry, (orders = new Map<string, Order>()));
  return orders;
}

/** Lists that are kept at once; there is one for each era and set of scopes. */
const mostKept = 256;

/** Pages of one list that are kept: cursors are the client's to choose. */
const mostPages = 1024;

export class Lists {
  readonly #registry: PublishedRegistry;
  readonly #options: DispatchOptions;
  readonly #answer: Setup['answer'];
  readonly #kept = new Map<string, Kept>();

  constructor(registry: PublishedRegistry, options: DispatchOptions, answer: Setup['answer']) {
    this.#registry = registry;
    this.#options = options;
    this.#answer = answer;
  }

  /** @throws ProtocolError -32602 for a cursor that this list never gave */
  page(method: string, listing: Listing, cursor: unknown, request: RequestContext): Outcome {
    if (cursor !== undefined && typeof cursor !== 'string') throw invalidParams("'cursor' must be a string.");
    const kept = this.#list(method, listing, request);
    // Who has signed in gets pages of his own, because only he may keep them.
    const key = `${request.caller.auth === undefined ? '' : 'personal'} ${cursor ?? ''}`;
    const known = kept.pages.get(key);
    if (known) return known;
    const { items, nextCursor } = pageOf(kept.entries, () => this.#orderOf(method, listing), cursor, this.#options.pageSize ?? Infinity);
    const body = { [listing.key]: items, ...(nextCursor !== undefined && { nextCursor }) };
    const outcome = this.#answer(method, request, body);
    if (kept.pages.size < mostPages) kept.pages.set(key, outcome);
    return outcome;
  }

  #list(method: string, listing: Listing, who: RequestContext): Kept {
    const { era, revision, caller } = who;
    const { scopes } = caller;
    const key = `${method} ${era} ${knows(revision, 'structuredContent')} ${scopes ? JSON.stringify([...scopes].sort()) : ''}`;
    const version = versionsOf(this.#registry)[listing.of];
    const before = this.#kept.get(key);
    if (before?.version === version) return before;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    const entries = listing.entries(this.#registry, scopes ? { scopes } : {}, who, this.#options.log);
    const kept: Kept = { version, entries, pages: new Map() };
    this.#kept.set(key, kept);
    return kept;
  }

  /** The order of all entries, whoever may see them. */
  #orderOf(method: string, listing: Listing): Order {
    const orders = ordersOf(this.#registry);
    let order = orders.get(method);
    if (!order) orders.set(method, (order = new Order(method)));
    const version = versionsOf(this.#registry)[listing.of];
    if (order.version !== version)
      order.note(
        listing.entries(this.#registry, {}, { era: 'legacy' }, () => undefined).map(([name]) => name),
        version,
      );
    return order;
  }
}

export function listHandlers({ lists }: Setup): HandlerTable {
  return Object.fromEntries(
    Object.entries(listings).map(([method, listing]) => [
      method,
      {
        eras: bothEras,
        handle: ({ cursor }: Record<string, unknown>, request: RequestContext) => lists.page(method, listing, cursor, request),
      },
    ]),
  );
}
