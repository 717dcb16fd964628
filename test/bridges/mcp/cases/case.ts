/** What a case is, and how all cases are run by one way. */
import type { Era } from '../../../../src/bridges/mcp/dispatch/request.js';
import type { McpServerOptions } from '../../../../src/bridges/mcp/options.js';
import type { ToolRegistry } from '../../../../src/runtime/registry.js';
import type { ClientSetup, RawClient } from './raw-client.js';
import { type Ability, connect, type Way } from './way.js';

export interface Case {
  title: string;
  /** Fresh for each run. */
  registry(): ToolRegistry;
  client?: ClientSetup;
  options?: McpServerOptions;
  /** Both by default. */
  era?: Era;
  needs?: readonly Ability[];
  /** The answers depend on time or chance: two ways cannot be compared. */
  varies?: true;
  run(client: RawClient, registry: ToolRegistry): Promise<void>;
}

export const fits = (one: Case, { era, abilities }: Way): boolean =>
  (one.era ?? era) === era && (one.needs ?? []).every((need) => abilities.includes(need));

/** @returns the answers that came, for comparing ways */
export async function runCase(one: Case, way: Way): Promise<readonly unknown[]> {
  const registry = one.registry();
  const client = await connect(way, registry, one.options, one.client);
  try {
    await one.run(client, registry);
    return client.answers;
  } finally {
    await client.close();
  }
}
