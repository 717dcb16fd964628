/** What is peculiar to resources, prompts and completions: checked when the contracts of the whole class are there. */
import type { ContractSchema, ToolContract } from '../../../types.js';
import type { ts } from '../../compiler.js';
import type { FoundClass } from '../classes.js';
import type { DraftContract } from '../contracts.js';
import { methodKinds } from '../kinds.js';
import { literalOptions, literalText } from '../literal-options.js';
import type { Argument, CheckContext, FinishedMethod, MarkedMethod } from '../marked.js';
import type { Marks } from '../marks.js';
import type { NamedParameter } from '../parameters.js';
import { withoutReference } from '../text-like.js';

/** @param methods the finished contracts */
export function checkMethods(
  found: FoundClass,
  drafts: ReadonlyMap<string, DraftContract>,
  methods: Readonly<Record<string, ToolContract>>,
  shared: Pick<CheckContext, 'checker' | 'report' | '$defs'> & { marks: Marks },
): void {
  const finished = found.methods.map((method) => finishMethod(method, found.name, drafts, methods, shared.$defs));
  const context: CheckContext = { ...shared, className: found.name, prefix: prefixOf(found, shared), methods: finished };
  for (const method of finished) for (const mark of method.marks) methodKinds[mark.kind].check?.(method, mark, context);
}

/** Of the nearest `@toolset`, where it can be read. */
function prefixOf({ lineage }: FoundClass, { marks, checker }: { marks: Marks; checker: ts.TypeChecker }): string {
  const mark = lineage.flatMap((node) => marks.of(node)).find(({ name }) => name === 'toolset');
  const options = mark && literalOptions(mark, 0);
  return (options && literalText(options, 'prefix', checker)) ?? '';
}

function finishMethod(
  method: MarkedMethod,
  className: string,
  drafts: ReadonlyMap<string, DraftContract>,
  methods: Readonly<Record<string, ToolContract>>,
  $defs: ReadonlyMap<string, ContractSchema>,
): FinishedMethod {
  const owner = `${className}.${method.name}`;
  const draft = drafts.get(method.name);
  const contract = Object.hasOwn(methods, method.name) ? methods[method.name] : undefined;
  if (!draft || !contract) return { ...method, owner, arguments: [] };
  const rest = contract.parameters.findIndex((parameter) => parameter.role === 'rest');
  return { ...method, owner, contract, arguments: argumentsOf(contract, draft.named, $defs), rest: draft.named[rest]?.node };
}

function argumentsOf(
  { parameters }: ToolContract,
  named: readonly NamedParameter[],
  $defs: ReadonlyMap<string, ContractSchema>,
): Argument[] {
  return parameters.flatMap(({ role, required, schema }, index): Argument[] => {
    const { name, node } = named[index] as NamedParameter;
    if (role === 'property') return [{ name, required, schema, node }];
    if (role !== 'payload' || !schema) return [];
    const { properties = {}, required: wanted = [] } = withoutReference(schema, $defs);
    return Object.entries(properties).map(([field, inner]) => ({ name: field, required: wanted.includes(field), schema: inner, node }));
  });
}
