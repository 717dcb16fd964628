/** URI templates (RFC 6570), as far as the build step looks into them. */

/** One variable of a template. */
export interface TemplateVariable {
  name: string;
  /** `{name*}`: it takes a list. */
  isList: boolean;
}

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:./;
const variable = /^([A-Za-z0-9_](?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*)(\*|:[1-9]\d{0,3})?$/;

/** The variables in the order of the source, or what is wrong with the template. */
export function readTemplate(text: string): TemplateVariable[] | string {
  if (!scheme.test(text)) return 'it has no scheme';
  const found: TemplateVariable[] = [];
  const literals = text.replace(/\{([^{}]*)\}/g, (_all, expression: string) => {
    const names = expression.replace(/^[+#./;?&]/, '').split(',');
    for (const one of names) {
      const [, name, modifier] = variable.exec(one) ?? [];
      found.push({ name: name ?? '', isList: modifier === '*' });
    }
    return '';
  });
  if (/[{}]/.test(literals)) return 'a brace has no partner';
  return found.some((one) => one.name === '') ? 'what stands in braces is no variable' : found;
}
