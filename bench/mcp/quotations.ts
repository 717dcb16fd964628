/** The parts of a report that docs/performance.md has. */

/** The sentence on the machine is another in each run; a table is known by its head. */
const kindOf = (part: string): string => (part.startsWith('Node v') ? 'Node v' : (part.split('\n', 1)[0] ?? ''));

/**
 * A page with each quotation, `<!-- from mcp.md -->` to `<!-- end -->`, made anew from a report.
 * @throws Error for a part that the report does not have
 */
export function quoteReport(page: string, report: string): string {
  const parts = new Map(report.split('\n\n').map((part) => [kindOf(part.trim()), part.trim()]));
  return page.replace(/<!-- from mcp\.md -->\n([\s\S]*?)\n<!-- end -->/g, (_, quoted: string) => {
    const part = parts.get(kindOf(quoted));
    if (part === undefined) throw new Error(`the report has nothing that begins with ${kindOf(quoted)}`);
    return `<!-- from mcp.md -->\n${part}\n<!-- end -->`;
  });
}
