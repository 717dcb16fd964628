/** Words a refusal as class-validator does: the author's message, or the rule's own, with its tokens filled in. */
import { textOf, validationArguments } from './built-in.js';
import { plain } from './describe.js';
import { cut } from '../../schema/words.js';
import type { RuleConstraint, RuleRecord } from './metadata.js';

/** Characters that `$value` shows of a value. */
const longestValue = 100;
/** And characters of a whole message: an author's function may make it of a value of any size. */
const longestMessage = 2000;

/**
 * The message of a refused rule; a message function that throws or gives no text is replaced by plain words.
 * @param isSecret the value must not be shown: only a message of fixed text is used, without its `$value`
 */
export function messageOf(
  rule: RuleRecord,
  constraint: RuleConstraint | undefined,
  object: object,
  value: unknown,
  isSecret = false,
): string {
  const said = validationArguments(rule, object, isSecret ? undefined : value);
  const args = isSecret ? { ...said, object: {} } : said;
  try {
    const given: unknown = rule.message || constraint?.instance.defaultMessage?.(args);
    const message = textOf(typeof given === 'function' ? (given as (args: unknown) => unknown)(args) : given);
    if (message !== undefined && message !== '')
      return cut(fill(message, rule, args.targetName, isSecret ? 'the value' : value), longestMessage);
  } catch {
    // Fall through: the author's wording failed, the refusal stands.
  }
  const name = rule.name ?? constraint?.name;
  return name ? `${rule.propertyName} does not pass the check '${name}'` : `${rule.propertyName} does not pass a check of the server`;
}

/**
 * The author's own message of a rule before there is an instance: of a message function, `object` is empty then.
 * @param value undefined when it must not be shown
 */
export function givenMessage(rule: RuleRecord, value: unknown): string | undefined {
  const owner = typeof rule.target === 'string' ? rule.target : rule.target.name;
  const args = { ...validationArguments(rule, {}, value), targetName: owner };
  try {
    const message = textOf(typeof rule.message === 'function' ? rule.message(args) : rule.message);
    return message !== undefined && message !== '' ? cut(fill(message, rule, owner, value ?? 'the value'), longestMessage) : undefined;
  } catch {
    return undefined;
  }
}

function fill(message: string, rule: RuleRecord, target: string, value: unknown): string {
  let text = message;
  for (const [index, argument] of ((rule.constraints as unknown[] | undefined) ?? []).entries()) {
    // Not `$constraint1` out of `$constraint10`.
    text = text.replace(new RegExp(`\\$constraint${index + 1}(?!\\d)`, 'g'), () => plain(argument));
  }
  if (['string', 'boolean', 'number'].includes(typeof value)) text = text.replace(/\$value/g, () => cut(String(value), longestValue));
  return text.replace(/\$property/g, () => rule.propertyName).replace(/\$target/g, () => target);
}
