/** The checks after each fault, by their names in the table. */
const CHECKS = [
  'changes shown',
  'sockets kept',
  'one driver per ride',
  'writes kept',
  'payments match',
  'jobs done',
  'pages equal',
  'positions private',
] as const;
export type Check = (typeof CHECKS)[number];

/** The checks of what pages recorded. */
export type RecordCheck = 'changes shown' | 'sockets kept' | 'positions private';

/** The result of a check: how many things were checked, and the problems found. */
export interface Checked {
  count: number;
  problems: string[];
}

/** The results after one fault. */
export interface Outcome {
  fault: string;
  /** From the fault until recovery, in milliseconds. */
  outageMs: number;
  /** From recovery until every page equalled the database, in milliseconds. */
  caughtUpMs: number;
  checks: Record<Check, Checked>;
}

/** @returns faults × checks over all runs, as a Markdown table; each cell is "checked · lost" */
export function renderTable(outcomes: readonly Outcome[]): string {
  const faults = [...new Set(outcomes.map(({ fault }) => fault))];
  const rows = faults.map((fault) => {
    const own = outcomes.filter((outcome) => outcome.fault === fault);
    const worst = (read: (outcome: Outcome) => number) => seconds(Math.max(...own.map(read)));
    return row([
      fault,
      ...CHECKS.map((check) => cell(own, check)),
      worst(({ outageMs }) => outageMs),
      worst(({ caughtUpMs }) => caughtUpMs),
    ]);
  });
  const heads = ['fault', ...CHECKS, 'outage, max', 'then equal within'];
  return [row(heads), row(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows].join('\n');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function cell(outcomes: readonly Outcome[], check: Check): string {
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const count = sumOf(outcomes.map(({ checks }) => checks[check].count));
  const wrong = sumOf(outcomes.map(({ checks }) => checks[check].problems.length));
  return `${count.toLocaleString('en-US')} · ${wrong === 0 ? '0' : `**${wrong}**`}`;
}
