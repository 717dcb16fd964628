/** Makes `server.json` for the MCP registry out of package.json; what stands in a file of that name already is kept. */
import type { PackRequest } from './request.js';
import { isRecord } from './checks.js';
import { repositoryOf } from './project.js';
import { serverSchema } from './server-json-rules.js';

/** What only the bundle can tell. */
export interface BundleFacts {
  sha256: string;
}

/** The document. Fields that the project's facts give are renewed; `icons`, `_meta`, arguments and the rest of an old file stay. */
export function makeServerJson(
  request: PackRequest,
  old: Record<string, unknown>,
  bundle: BundleFacts | undefined,
): Record<string, unknown> {
  const { facts } = request.project;
  const repository = repositoryOf(facts);
  const packages = [...npmPackage(request, old), ...bundlePackage(request, old, bundle)];
  const remotes = request.remotes.map((url) => ({ ...entry(old['remotes'], (one) => one['url'] === url), type: 'streamable-http', url }));
  return {
    $schema: serverSchema,
    ...without(old, ['$schema', 'packages', 'remotes']),
    name: request.name ?? facts.mcpName ?? old['name'],
    ...(request.title && { title: request.title }),
    description: request.description ?? old['description'] ?? facts.description,
    version: facts.version,
    ...(repository && { repository: { ...(isRecord(old['repository']) && old['repository']), ...repository } }),
    ...(facts.homepage && { websiteUrl: facts.homepage }),
    ...kept('packages', packages, old),
    ...kept('remotes', remotes, old),
  };
}

const without = (given: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));

/** Entries that we do not make (PyPI, OCI …) stay as they are. */
function kept(field: 'packages' | 'remotes', made: Record<string, unknown>[], old: Record<string, unknown>): Record<string, unknown> {
  const ours = (one: Record<string, unknown>): boolean =>
    field === 'packages' ? ['npm', 'mcpb'].includes(String(one['registryType'])) : made.some(({ url }) => url === one['url']);
  const others = listOf(old[field]).filter((one) => !ours(one));
  return made.length + others.length === 0 ? {} : { [field]: [...made, ...others] };
}

/** An npm package starts as a server when it has a program. */
function npmPackage({ project: { facts }, variables }: PackRequest, old: Record<string, unknown>): Record<string, unknown>[] {
  if (facts.private || facts.bin === undefined || facts.name === undefined) return [];
  return [
    {
      ...entry(old['packages'], (one) => one['registryType'] === 'npm'),
      registryType: 'npm',
      identifier: facts.name,
      version: facts.version,
      transport: { type: 'stdio' },
      ...environment(variables),
    },
  ];
}

function bundlePackage(
  { bundleUrl, variables }: PackRequest,
  old: Record<string, unknown>,
  bundle?: BundleFacts,
): Record<string, unknown>[] {
  const before = entry(old['packages'], (one) => one['registryType'] === 'mcpb');
  const identifier = bundleUrl ?? before['identifier'];
  if (identifier === undefined) return [];
  const fileSha256 = bundle?.sha256 ?? before['fileSha256'];
  return [{ ...before, registryType: 'mcpb', identifier, fileSha256, transport: { type: 'stdio' }, ...environment(variables) }];
}

/** What a user gives in the environment counts as a secret: nothing is lost when it is none. */
const environment = (variables: PackRequest['variables']): Record<string, unknown> =>
  variables.length === 0
    ? {}
    : { environmentVariables: variables.map(({ name, description }) => ({ name, description, isRequired: true, isSecret: true })) };

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const entry = (value: unknown, fits: (one: Record<string, unknown>) => boolean): Record<string, unknown> => listOf(value).find(fits) ?? {};
