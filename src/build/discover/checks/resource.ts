/** Whether a resource's URI and its method's parameters fit each other. */
import { parseTemplate, type TemplateVariable } from '../../../decorators/uri-template.js';
import type { Argument, Check, CheckContext, FinishedMethod } from '../marked.js';
import { isTextLike, isTextList } from '../text-like.js';
import { checkGives, checkNoRest } from './results.js';

export const checkResource: Check = (method, { mark, identity }, context) => {
  checkGives(method, 'resource', context);
  checkNoRest(method, 'resource', context);
  if (identity === undefined) return;
  const at = mark.call?.arguments[0] ?? mark.node;
  const template = parseTemplate(identity);
  if (typeof template === 'string') return context.report('TM1040', at, identity, template);
  const { variables } = template;
  const names = new Set(method.arguments.map((one) => one.name));
  for (const { name } of variables) if (!names.has(name)) context.report('TM1041', at, identity, name, method.owner);
  for (const argument of method.arguments) checkArgument(argument, variables, method, context);
};

function checkArgument(argument: Argument, variables: readonly TemplateVariable[], method: FinishedMethod, context: CheckContext): void {
  const variable = variables.find((one) => one.name === argument.name);
  if (!variable) {
    if (argument.required) context.report('TM1042', argument.node, method.owner, argument.name);
    return;
  }
  const { schema } = argument;
  const fits = variable.isList ? isTextList : isTextLike;
  if (!schema || fits(schema, context.$defs)) return;
  const from = variable.isList ? `a list of texts, as {${variable.name}*} is` : 'a text, as a variable of a URI is';
  context.report('TM1043', argument.node, argument.name, `the resource ${method.owner}`, from);
}
