/** How much work it is to compile a pattern: its counted repetitions are written out, by re2 all of them. */

/** A property of Unicode, another escape, a character class, a counted repetition, or one character. */
const token = /\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/g;
const property = /\\[pP]\{/g;
const repetition = /^\{(\d+)(,(\d*))?\}$/;

/** A property of Unicode is hundreds of ranges. */
const ofProperty = 20;

interface Group {
  size: number;
  /** Of what a repetition would repeat. */
  last: number;
}

/** @param mostWritten repetitions that are written out, when there are more: the engines differ */
export function sizeOfPattern(source: string, mostWritten = Infinity): number {
  const whole: Group = { size: 0, last: 0 };
  const groups = [whole];
  for (const part of source.match(token) ?? []) {
    const group = groups.at(-1) ?? whole;
    const times = timesOf(part);
    if (times !== undefined) repeat(group, Math.min(times, mostWritten));
    else if (part === '(') groups.push({ size: 1, last: 0 });
    else if (part === ')' && groups.length > 1) {
      groups.pop();
      append(groups.at(-1) ?? whole, group.size);
    } else append(group, 1 + (part.match(property)?.length ?? 0) * ofProperty);
  }
  return groups.reduce((sum, { size }) => sum + size, 0);
}

function append(group: Group, size: number): void {
  group.last = size;
  group.size += size;
}

function repeat(group: Group, times: number): void {
  const more = group.last * Math.max(0, times - 1);
  group.last += more;
  group.size += more;
}

/** Copies of what is repeated; undefined for what is no counted repetition. */
function timesOf(part: string): number | undefined {
  const [, least = '', comma, most = ''] = part.startsWith('{') ? (repetition.exec(part) ?? []) : [];
  if (least === '') return undefined;
  return most === '' ? Number(least) + (comma === undefined ? 0 : 1) : Number(most);
}
