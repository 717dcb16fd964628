/** Whether a resource's URI and its method's parameters fit each other. */
import type { Argument, Check, CheckContext, FinishedMethod } from '../marked.js';
import { isTextLike, isTextList } from '../text-like.js';
import { readTemplate, type TemplateVariable } from '../uri-template.js';
import { checkGives, checkNoRest } from './results.js';

export const checkResource: Check = (method, { mark, identity }, context) => {
  checkGives(method, 'resource', context);
  checkNoRest(method, 'resource', context);
  if (identity === undefined) return;
  const at = mark.call?.arguments[0] ?? mark.node;
  const variables = readTemplate(identity);
  if (typeof variables === 'string') return context.report('TM1040', at, identity, variables);
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
  if (!schema || isTextLike(schema, context.$defs) || (variable.isList && isTextList(schema, context.$defs))) return;
  context.report('TM1043', argument.node, argument.name, `the resource ${method.owner}`, 'a variable of a URI');
}
