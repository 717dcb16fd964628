/** Promised rows that no test cites yet: what becomes of each, and why. */

export interface RowStatus {
  /** An id, or a range of ids of one table: `DPT-150..171` (both ends included; gaps are no rows). */
  rows: string;
  status: 'planned' | 'no counterpart' | 'documentation';
  reason: string;
}

const planned = (rows: string, reason: string): RowStatus => ({ rows, status: 'planned', reason });
const none = (rows: string, reason: string): RowStatus => ({ rows, status: 'no counterpart', reason });
const told = (rows: string, reason: string): RowStatus => ({ rows, status: 'documentation', reason });

const importing = 'import of tools (loader, MCP client, LangChain, Google ADK): after part D';

export const statuses: RowStatus[] = [
  planned('DSPY-02', 'one Tool for registry, adapters, exporter and loader; the loader is still to come'),
  told('DSPY-03', 'a tool needs no agent loop: there is none in this package'),
  told('DSPY-09', 'advice to authors; `toolmark lint` checks it'),
  planned('DSPY-10..11', 'public maps of the definition (func, args, argTypes, argDesc): with the imported tools that need them'),
  told('DSPY-44', 'advice on the same opt-in'),
  none('DSPY-46', 'Node cannot block its thread on a promise'),
  planned('DSPY-88..104', importing),
  planned('DSPY-107..108', importing),
  none('GLLM-50', 'JavaScript has no keyword arguments; the named form is invoke({ … })'),
  planned('PROM-01..73', importing),
  planned('DPT-001..012', importing),
  planned('DPT-020..022', importing),
  none('DPT-023', 'a switch for a second route that is not there: in-process servers are called through the protocol'),
  none('DPT-024', 'a JavaScript closure cannot move to a worker thread'),
  planned('DPT-025..028', importing),
  planned('DPT-030..071', importing),
  planned('DPT-073..075', importing),
  planned('DPT-080..086', importing),
  planned('DPT-088', importing),
  planned('DPT-097..099', importing),
  planned('DPT-130..141', importing),
  told('DPT-202', 'what a provider runs itself never passes through here, so nothing can cap it'),
  none('EXP-04', 'revision 2025-11-25 wants error -32602 for an unknown tool, not a result; tested in test/bridges/mcp'),
  planned('EXP-08', 'pagination: part C'),
  planned('EXP-10..11', importing),
];

/** The ids that one entry stands for, out of all rows. */
export function expand({ rows }: RowStatus, all: readonly string[]): string[] {
  const [, table, from, to] = /^([A-Z]+)-(\d+)(?:\.\.(\d+))?$/.exec(rows) ?? [];
  if (table === undefined) throw new Error(`not a row or range: ${rows}`);
  const last = Number(to ?? from);
  return all.filter((id) => {
    const [name, number] = id.split('-');
    return name === table && Number(number) >= Number(from) && Number(number) <= last;
  });
}
