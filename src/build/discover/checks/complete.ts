/** Whether what a `@complete` names is there, and its method takes what has been typed so far. */
import { parseTemplate } from '../../../decorators/uri-template.js';
import { ts } from '../../compiler.js';
import { literalOptions, literalText } from '../literal-options.js';
import type { Check, CheckContext, FinishedMethod, MethodMark } from '../marked.js';

export const checkComplete: Check = (method, mark, context) => {
  checkFirstParameter(method, context);
  const options = literalOptions(mark.mark, 0);
  const argument = options && literalText(options, 'argument', context.checker);
  for (const kind of ['prompt', 'resource'] as const) {
    const target = options && literalText(options, kind, context.checker);
    if (target === undefined) continue;
    const names = argumentsOf(kind, target, mark, context);
    if (argument !== undefined && names && !names.includes(argument))
      context.report('TM1047', mark.mark.node, argument, `the ${kind} '${target}'`, listed(names));
  }
};

/** The arguments of what is completed; undefined where it is not there (which is reported) or cannot be read. */
function argumentsOf(
  kind: 'prompt' | 'resource',
  target: string,
  { mark }: MethodMark,
  { methods, className, prefix, report }: CheckContext,
): string[] | undefined {
  const marked = methods.flatMap((method) => method.marks.filter((one) => one.kind === kind).map((one) => ({ method, ...one })));
  const found =
    marked.find((one) => one.identity === target) ?? marked.find((one) => kind === 'prompt' && prefix + one.identity === target);
  const identities = marked.map((one) => one.identity);
  if (!found) {
    // Where a name cannot be read it may be that one.
    if (!identities.includes(undefined)) report('TM1046', mark.node, kind, target, className, listed(identities));
    return undefined;
  }
  if (kind === 'prompt') return found.method.arguments.map((one) => one.name);
  const template = parseTemplate(target);
  return typeof template === 'string' ? undefined : template.variables.map((one) => one.name);
}

function checkFirstParameter({ lineage, owner }: FinishedMethod, { checker, report }: CheckContext): void {
  const first = lineage[0]?.parameters.find((parameter) => parameter.name.getText() !== 'this');
  if (!first || first.dotDotDotToken) return;
  const type = checker.getTypeAtLocation(first);
  const isUntyped = Boolean(type.flags & (ts.TypeFlags.Any | ts.TypeFlags.TypeParameter));
  if (!isUntyped && !checker.isTypeAssignableTo(checker.getStringType(), type)) report('TM1048', first, owner, checker.typeToString(type));
}

const listed = (names: readonly (string | undefined)[]): string =>
  names.length > 0 ? `Known are: ${[...new Set(names)].join(', ')}.` : 'There is none.';
