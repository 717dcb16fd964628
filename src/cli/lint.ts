/** `toolmark lint`: tells before any request what function-calling APIs would refuse or lose of the modules' tools. */
import type { Loss } from '../bridges/calling/bridge.js';
import type { Provider } from '../bridges/calling/facts.js';
import { type CliIo, helpFlag, readArguments, styler, UsageError } from './io.js';
import type { LintReport, MissingWords, ProviderReport, ToolReport } from './lint/report.js';

const help = `Usage: toolmark lint MODULE… [options]

Tells what each function-calling API would refuse of the modules' tools, what a declaration there cannot say, which
descriptions are missing, and about how many tokens each definition costs in every request. Nothing is sent.
What a declaration cannot say is enforced all the same when the tool is called.

  --provider NAME  only this API or framework; may be repeated (default: the native APIs)
  --json           print everything as JSON
  --help           show this

Exit code: 1 when a request would be refused, otherwise 0.

Examples:
  toolmark lint src/atlas.service.ts
  toolmark lint src/*.service.ts --provider anthropic --provider openai-responses
  toolmark lint src/atlas.service.ts --json
`;

const flags = { provider: { type: 'string', multiple: true }, json: { type: 'boolean' }, ...helpFlag } as const;

/** What is looked at unless providers are named. */
const native: readonly Provider[] = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock', 'mistral', 'cohere', 'ollama'];

export async function lint(args: string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, flags, 'lint');
  if (values.help) return (io.stdout.write(help), 0);
  if (positionals.length === 0) throw new UsageError('name at least one module. See toolmark lint --help.');
  const providers = values.provider ? await checked(values.provider) : native;
  const { quietly } = await import('./quietly.js');
  const registry = await quietly(async () => (await import('./modules.js')).loadRegistry(positionals, io, 'show'));
  if (!registry) return 1;
  const { lintReport, isRefused } = await import('./lint/report.js');
  const { tokenCounter } = await import('./lint/tokens.js');
  const report = lintReport(registry.list(), providers, await tokenCounter());
  io.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : inWords(report, styler(io.stdout)));
  return isRefused(report) ? 1 : 0;
}

async function checked(names: readonly string[]): Promise<Provider[]> {
  const { meantProvider, providerNamed } = await import('../bridges/calling/provider-names.js');
  const known = names.map((name) => {
    const provider = providerNamed(name);
    if (provider) return provider;
    throw new UsageError(`there is no provider '${name}'. ${meantProvider(name)}`);
  });
  return [...new Set(known)];
}

type Styler = ReturnType<typeof styler>;

function inWords({ tokensBy, missing, broken, providers }: LintReport, style: Styler): string {
  const sections = [
    ...broken.map(({ tool, message }) => `${style('red', `${tool}: no definition`)}\n  ${message}`),
    ...missingSection(missing, style),
    ...providers.map((provider) => providerSection(provider, style)),
    `Tokens are an estimate (${tokensBy}).`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function missingSection(missing: readonly MissingWords[], style: Styler): string[] {
  if (missing.length === 0) return [];
  const lines = missing.map(({ tool, parameter }) => (parameter === undefined ? `  ${tool}` : `  ${tool}: ${parameter}`));
  return [[style('bold', 'Without a description'), ...lines].join('\n')];
}

function providerSection({ label, provider, tools, tokens, warnings, refused }: ProviderReport, style: Styler): string {
  const head = `${style('bold', label)} (${provider}): ${tools.length} tools, about ${tokens} tokens${refused ? style('red', ', refused') : ''}`;
  return [head, ...tools.flatMap(toolLines), ...warnings.map((warning) => `  ${style('yellow', 'warning')} ${warning}`)].join('\n');
}

function toolLines({ tool, name, strict, tokens, losses }: ToolReport): string[] {
  const head = [tool, ...(name === tool ? [] : [`as ${name}`]), `about ${tokens} tokens`, ...(strict ? ['strict'] : [])].join(', ');
  return [`  ${head}`, ...losses.filter(({ code }) => code !== 'LENIENT').map((loss) => `    ${lossLine(loss)}`)];
}

function lossLine({ code, path, keyword, what }: Omit<Loss, 'tool'>): string {
  const place = [...path.filter((key) => key !== 'properties'), keyword].filter((part) => part !== '').join('.');
  return `${code}${place === '' ? '' : ` ${place}`}: ${what}`;
}
