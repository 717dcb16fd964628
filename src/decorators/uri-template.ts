/**
 * URI templates (RFC 6570), as far as servers use them: `{x}` `{+x}` `{#x}` `{.x}` `{/x}` `{;x}` `{?x,y}`, lists `{x*}`.
 * A template here must tell its variables apart: something stands between any two, one at most takes slashes, and `{?…}` comes last.
 */

/** One variable of a template. */
export interface TemplateVariable {
  name: string;
  /** `{name*}`: it takes a list. */
  isList: boolean;
}

/** A text that stands as it is, or a variable. */
export type TemplatePart = string | PathVariable;

export interface PathVariable extends TemplateVariable {
  /** It may hold `/`, `?` and `#`. */
  isWide: boolean;
  /** Between the items of a list. */
  separator: string;
}

/** A template, taken apart. */
export interface UriTemplate {
  /** All before `{?…}`: texts and variables, no two variables side by side. */
  parts: readonly TemplatePart[];
  /** The variables of `{?…}`; undefined when there is none. */
  query: readonly TemplateVariable[] | undefined;
  variables: readonly TemplateVariable[];
}

interface Operator {
  before: string;
  between: string;
  isWide?: true;
  isNamed?: true;
}

const operators: Readonly<Record<string, Operator>> = {
  '': { before: '', between: ',' },
  '+': { before: '', between: ',', isWide: true },
  '#': { before: '#', between: ',', isWide: true },
  '.': { before: '.', between: '.' },
  '/': { before: '/', between: '/' },
  ';': { before: ';', between: ';', isNamed: true },
};

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:./;
const variable = /^([A-Za-z_]\w*)(\*?)$/;
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** A URI with its scheme, or a template of one; a fault is told in words that go on 'the URI …'. */
export function parseTemplate(text: string): UriTemplate | string {
  if (!scheme.test(text)) return 'needs a scheme, such as app://config';
  const parts: TemplatePart[] = [];
  const variables: TemplateVariable[] = [];
  let query: TemplateVariable[] | undefined;
  for (const [whole, expression] of text.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (whole === '{' || whole === '}') return `has a '${whole}' without its partner`;
    if (query) return 'goes on after {?…}, which must come last';
    if (expression === undefined) {
      push(parts, whole);
      continue;
    }
    const [operator, names] = expression.startsWith('?') ? ['?', expression.slice(1)] : operatorOf(expression);
    const found = names.split(',').map(readVariable);
    const bad = found.findIndex((one) => one === undefined);
    if (bad >= 0) return `has {${expression}}, in which '${names.split(',')[bad]}' is no variable that can be read back`;
    const named = found as TemplateVariable[];
    variables.push(...named);
    if (operator === '?') query = named;
    else addExpression(parts, named, operators[operator] as Operator);
  }
  return faultOf(parts, variables) ?? { parts, query, variables };
}

/** A text that is the same for two templates that stand for the same URIs, whatever their variables are called. */
export function shapeOf({ parts, query }: UriTemplate): string {
  const path = parts.map((part) => (typeof part === 'string' ? part : { ...part, name: '' }));
  return JSON.stringify([path, query?.map(({ name }) => name).toSorted()]);
}

function operatorOf(expression: string): [string, string] {
  const first = expression.charAt(0);
  return first !== '' && Object.hasOwn(operators, first) ? [first, expression.slice(1)] : ['', expression];
}

function readVariable(text: string): TemplateVariable | undefined {
  const [, name, star] = variable.exec(text) ?? [];
  return name === undefined || unsafeNames.has(name) ? undefined : { name, isList: star === '*' };
}

function addExpression(parts: TemplatePart[], named: readonly TemplateVariable[], operator: Operator): void {
  for (const [index, one] of named.entries()) {
    push(parts, (index === 0 ? operator.before : operator.between) + (operator.isNamed ? `${one.name}=` : ''));
    const isPath = operator.before === '/' && one.isList;
    parts.push({ ...one, isWide: operator.isWide === true || isPath, separator: isPath ? '/' : ',' });
  }
}

function push(parts: TemplatePart[], text: string): void {
  const last = parts.at(-1);
  if (text === '') return;
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

function faultOf(parts: readonly TemplatePart[], variables: readonly TemplateVariable[]): string | undefined {
  const names = variables.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `names the variable '${twice}' twice`;
  const beside = parts.findIndex((part, index) => typeof part !== 'string' && typeof parts[index + 1] === 'object');
  if (beside >= 0) return `has nothing between the variables '${nameAt(parts, beside)}' and '${nameAt(parts, beside + 1)}'`;
  const wide = parts.filter((part) => typeof part === 'object' && part.isWide) as PathVariable[];
  if (wide.length > 1) return `has more than one variable that takes slashes: ${wide.map(({ name }) => `'${name}'`).join(', ')}`;
  return undefined;
}

const nameAt = (parts: readonly TemplatePart[], index: number): string => (parts[index] as PathVariable).name;
