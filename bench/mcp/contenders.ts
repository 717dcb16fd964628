/** The contenders in the order of the tables, and what a peer cannot do. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { home, root } from './compile.js';
import type { ContenderInfo, Mode } from './results.js';

export interface Contender {
  name: string;
  /** How it is spoken to. */
  mode: Mode;
  /** The package whose version is told; `toolmark` is this one. */
  package?: string;
  /** What one request does. */
  does: string;
  /** Its module in contenders/, and what that is told. */
  file: string;
  argument: string;
}

/** Named in the targets. */
export const bound = 'node:http + Ajv (the bound)';
export const bare = 'SDK v1 McpServer, stateless';
export const bareStateful = [
  'SDK v1 McpServer, stateful',
  'SDK v1 Server, stateful',
  'SDK v1 McpServer, stateful, JSON',
  'SDK v1 Server, stateful, JSON',
];
export const ours: Readonly<Record<Mode, string>> = {
  stateless: 'toolmark, stateless',
  stateful: 'toolmark, stateful',
  modern: 'toolmark, modern',
};

const sdk = '@modelcontextprotocol/sdk';
const fresh = 'a server and a transport made for each request, answered as JSON';
const kept = 'a server and a transport for each session';

export const contenders: readonly Contender[] = [
  {
    name: bound,
    mode: 'stateless',
    does: 'reads the body, validates the arguments, calls the tool and answers JSON; no protocol',
    file: 'bound',
    argument: '',
  },
  ...Object.values(ours).map((name, index): Contender => ({
    name,
    mode: (Object.keys(ours) as Mode[])[index] ?? 'stateless',
    package: 'toolmark',
    does: '`httpHandler` with its defaults, in a registry built from a decorated class; arguments and result checked',
    file: 'toolmark',
    argument: (Object.keys(ours) as Mode[])[index] ?? '',
  })),
  { name: bare, mode: 'stateless', package: sdk, does: `${fresh}; zod`, file: 'sdk-v1', argument: 'high-stateless' },
  {
    name: 'SDK v1 Server, stateless',
    mode: 'stateless',
    package: sdk,
    does: `${fresh}; arguments checked by Ajv, compiled once`,
    file: 'sdk-v1',
    argument: 'low-stateless',
  },
  ...bareStateful.map((name): Contender => {
    const high = name.includes('McpServer');
    const json = name.endsWith('JSON');
    return {
      name,
      mode: 'stateful',
      package: sdk,
      does: `${kept}, answered as ${json ? 'JSON' : 'an event stream, its default'}; ${high ? 'zod' : 'Ajv, compiled once'}`,
      file: 'sdk-v1',
      argument: `${high ? 'high' : 'low'}-stateful${json ? '-json' : ''}`,
    };
  }),
  ...(['stateless', 'modern'] as const).map((mode): Contender => ({
    name: `SDK v2 createMcpHandler, ${mode === 'modern' ? 'modern' : 'legacy'}`,
    mode,
    package: '@modelcontextprotocol/server',
    does: `\`toNodeHandler(createMcpHandler(…))\`, an \`McpServer\` made for each request, answered as ${mode === 'modern' ? 'JSON' : 'an event stream (it has no other)'}; zod`,
    file: 'sdk-v2',
    argument: mode,
  })),
  ...(['stateless', 'stateful'] as const).map((mode): Contender => ({
    name: `fastmcp, ${mode}`,
    mode,
    package: 'fastmcp',
    does: `its own HTTP server, answered as ${mode === 'stateless' ? 'JSON' : 'an event stream, its default'}; zod`,
    file: 'fastmcp',
    argument: mode,
  })),
  ...(['stateless', 'stateful', 'modern'] as const).map((mode): Contender => ({
    name: `mcp-nest, ${mode}`,
    mode,
    package: '@rekog/mcp-nest',
    does: `a Nest 11 application on express, answered as ${mode === 'stateful' ? 'an event stream' : 'JSON'}, its default; zod`,
    file: 'mcp-nest',
    argument: mode,
  })),
];

/** What a peer has no way to do, so that no row is missing in silence. */
const cannot: readonly ContenderInfo[] = [
  { name: 'SDK v1, modern', mode: 'modern', version: '', does: '', absent: 'it speaks no revision after 2025-11-25' },
  {
    name: 'SDK v2 createMcpHandler, stateful',
    mode: 'stateful',
    version: '',
    does: '',
    absent: 'it keeps no sessions: each legacy request stands alone',
  },
  { name: 'fastmcp, modern', mode: 'modern', version: '', does: '', absent: 'it speaks no revision after 2025-11-25, says its README' },
];

/** Some contenders with their versions, then what peers cannot do. */
export function infoOf(field: readonly Contender[]): ContenderInfo[] {
  const entered = field.map(({ name, mode, package: from, does }) => ({
    name,
    mode,
    version: from === undefined ? '' : versionOf(from),
    does,
  }));
  return [...entered, ...cannot];
}

function versionOf(name: string): string {
  const file = name === 'toolmark' ? join(root, 'package.json') : join(home, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : '';
}
