/** What providers would refuse or lose of tools, and what is missing for models to understand them: as data. */
import { declareTools } from '../../bridges/calling/declare.js';
import { type Declaration, type Loss, lossCodes } from '../../bridges/calling/bridge.js';
import { facts, type Provider } from '../../bridges/calling/facts.js';
import type { Tool } from '../../runtime/tool.js';
import type { JsonSchema } from '../../types.js';
import type { TokenCounter } from './tokens.js';

/** Words that are missing. */
export interface MissingWords {
  tool: string;
  /** The parameter, with dots where it is nested; absent for the tool itself. */
  parameter?: string;
}

/** One tool at one provider. */
export interface ToolReport {
  tool: string;
  /** As the provider gets it. */
  name: string;
  strict: boolean;
  /** An estimate of what its definition costs in each request. */
  tokens: number;
  losses: Omit<Loss, 'tool'>[];
}

export interface ProviderReport {
  provider: Provider;
  label: string;
  /** Of all tools. */
  tokens: number;
  tools: ToolReport[];
  warnings: readonly string[];
  /** Whether the provider would refuse a request with these tools. */
  refused: boolean;
}

export interface LintReport {
  /** How tokens are estimated. */
  tokensBy: string;
  missing: MissingWords[];
  /** Tools of which no definition can be made. */
  broken: { tool: string; message: string }[];
  providers: ProviderReport[];
}

export function lintReport(tools: readonly Tool[], providers: readonly Provider[], counter: TokenCounter): LintReport {
  const broken: LintReport['broken'] = [];
  const sound = tools.filter((tool) => {
    const message = faultOf(tool);
    if (message !== undefined) broken.push({ tool: tool.name, message });
    return message === undefined;
  });
  return {
    tokensBy: counter.method,
    missing: sound.flatMap(missingWords),
    broken,
    providers: providers.map((provider) => providerReport(sound, provider, counter)),
  };
}

/** Whether any provider would refuse a request, or a tool has no definition. */
export const isRefused = ({ broken, providers }: LintReport): boolean => broken.length > 0 || providers.some(({ refused }) => refused);

function faultOf(tool: Tool): string | undefined {
  try {
    void tool.definition;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function providerReport(tools: readonly Tool[], provider: Provider, counter: TokenCounter): ProviderReport {
  const { declarations, losses, warnings } = declareTools(tools, provider);
  const reports = declarations.map((declaration): ToolReport => ({
    tool: declaration.originalName,
    name: declaration.name,
    strict: declaration.strict,
    tokens: counter.count(textOf(declaration)),
    losses: losses.filter(({ tool }) => tool === declaration.originalName).map(({ tool: _tool, ...loss }) => loss),
  }));
  return {
    provider,
    label: facts[provider].label,
    tokens: reports.reduce((sum, { tokens }) => sum + tokens, 0),
    tools: reports,
    warnings,
    refused: losses.some(({ code }) => lossCodes[code].refuses),
  };
}

const textOf = ({ name, description, parameters }: Declaration): string => JSON.stringify({ name, description, parameters });

/** Levels of parameters that are looked at. */
const mostDepth = 8;

function missingWords({ name, description, inputSchema }: Tool): MissingWords[] {
  const missing: MissingWords[] = (description ?? '').trim() === '' ? [{ tool: name }] : [];
  const visit = (schema: JsonSchema, path: string, depth: number): void => {
    for (const [key, sub] of Object.entries(schema.properties ?? {})) {
      if (typeof sub !== 'object') continue;
      const parameter = path === '' ? key : `${path}.${key}`;
      if (typeof sub.description !== 'string' || sub.description.trim() === '') missing.push({ tool: name, parameter });
      if (depth < mostDepth) visit(typeof sub.items === 'object' ? sub.items : sub, parameter, depth + 1);
    }
  };
  visit(inputSchema, '', 1);
  return missing;
}
