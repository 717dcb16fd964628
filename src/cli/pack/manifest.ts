/** Makes `manifest.json` of an MCP bundle out of package.json and the tools; what stands in a file of that name already is kept. */
import type { ToolRegistry } from '../../runtime/registry.js';
import { isRecord } from './checks.js';
import { manifestVersion } from './manifest-rules.js';
import { authorOf, repositoryOf } from './project.js';
import type { PackRequest } from './request.js';

/** The file that a bundle starts with. */
export const entryPoint = 'server/index.mjs';

/** @param natives whether compiled code is in the bundle, which runs on this kind of machine only */
export function makeManifest(
  request: PackRequest,
  registry: ToolRegistry,
  old: Record<string, unknown>,
  natives: boolean,
): Record<string, unknown> {
  const { facts } = request.project;
  const repository = repositoryOf(facts);
  const author = authorOf(facts);
  const support = typeof facts.bugs === 'string' ? facts.bugs : facts.bugs?.url;
  const env = Object.fromEntries(request.variables.map(({ name }) => [name, `\${user_config.${optionName(name)}}`]));
  return {
    name: facts.name?.replace(/^@[^/]*\//, ''),
    ...(request.title && { display_name: request.title }),
    description: request.description ?? facts.description,
    ...(author && { author }),
    ...(repository && { repository: { type: 'git', url: repository.url } }),
    ...(facts.homepage && { homepage: facts.homepage }),
    ...(support && { support }),
    ...(facts.license && { license: facts.license }),
    ...(facts.keywords && { keywords: facts.keywords }),
    compatibility: { ...(natives && { platforms: [process.platform] }), runtimes: { node: facts.engines?.node ?? '>=20.19.0' } },
    ...old,
    manifest_version: manifestVersion,
    version: facts.version,
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: { command: 'node', args: [`\${__dirname}/${entryPoint}`], ...(request.variables.length > 0 && { env }) },
    },
    tools: registry.list().map(({ name, description }) => ({ name, ...(description && { description }) })),
    ...userConfig(request, old),
  };
}

const optionName = (variable: string): string => variable.toLowerCase();

function userConfig({ variables }: PackRequest, old: Record<string, unknown>): Record<string, unknown> {
  const before = isRecord(old['user_config']) ? old['user_config'] : {};
  const made = variables.map(({ name, description }) => [
    optionName(name),
    { type: 'string', title: name, description, required: true, sensitive: true, ...(before[optionName(name)] as object | undefined) },
  ]);
  const all = { ...before, ...(Object.fromEntries(made) as Record<string, unknown>) };
  return Object.keys(all).length === 0 ? {} : { user_config: all };
}

/** The program of a bundle: `toolmark serve` over stdio with the modules beside it. */
export function entrySource({ modules, flags }: PackRequest): string {
  const place = (path: string): string => `fileURLToPath(new URL(${JSON.stringify(`../${path}`)}, import.meta.url))`;
  // A configuration file that happens to lie above the client's folder is not this server's.
  const words = [`'serve'`, ...modules.map(place), `'--no-config'`, ...flags.map((flag) => JSON.stringify(flag))];
  return `// Written by toolmark pack.
import { fileURLToPath } from 'node:url';
import { main } from '../node_modules/toolmark/dist/esm/cli/main.js';

process.exitCode = await main([${words.join(', ')}]);
`;
}
