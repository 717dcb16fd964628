/** Writes docs/diagnostics.md from the table of codes; with `--check` only tells whether it is up to date. */
import { fileURLToPath } from 'node:url';
import { diagnosticCodes, type DiagnosticCode } from '../src/build/diagnostics/diagnostic.js';
import { keepPage } from './generated-page.js';

const target = fileURLToPath(new URL('../docs/diagnostics.md', import.meta.url));

const groups: [pattern: RegExp, title: string][] = [
  [/^TM100/, 'Projects and files'],
  [/^TM101/, 'Classes and functions that hold tools'],
  [/^TM102/, 'Methods'],
  [/^TM103/, 'Parameters'],
  [/^TM104/, 'Resources, prompts and completions'],
  [/^TM105/, 'Forms'],
  [/^TM10/, 'Other faults of use'],
  [/^TM11/, 'Types without a JSON form'],
  [/^TM12/, 'JSDoc tags'],
  [/^TM13/, 'Defaults and examples'],
];

/** The page's text: one section a group of codes, each code with what it says and how to mend it. */
export function renderDiagnostics(codes: Record<string, DiagnosticCode>): string {
  const entries = Object.entries(codes).sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = groups.map(([pattern, title]) => {
    const own = entries.filter(([code]) => groups.find(([first]) => first.test(code))?.[0] === pattern);
    return own.length === 0
      ? ''
      : `\n## ${title}\n\n| code | severity | what | how to mend it |\n|---|---|---|---|\n${own.map(row).join('')}`;
  });
  const head = `# Diagnostics of the build step\n\n<!-- Written by scripts/diagnostics-doc.ts from src/build/diagnostics. Do not edit. -->\n
\`toolmark build\` tells each fault as \`file:line:col - error TM1xxx: what. How to mend it.\` An error keeps the manifest from being written; a warning does not.
\`…\` stands for a name or text of yours.\n`;
  return head + sections.join('');
}

function row([code, { severity, message, mend }]: [string, DiagnosticCode]): string {
  const cell = (text: string): string =>
    text
      .replace(/'?\{\d\}'?/g, '…')
      .replaceAll('|', '\\|')
      .replaceAll('<', '&lt;');
  return `| ${code} | ${severity} | ${cell(message)} | ${cell(mend)} |\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  keepPage(target, renderDiagnostics(diagnosticCodes), 'docs/diagnostics.md', 'scripts/diagnostics-doc.ts');
