import { CHECKS, type Check, type Outcome } from './outcome.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function cell(outcomes: readonly Outcome[], check: Check): string {
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const count = sumOf(outcomes.map(({ checks }) => checks[check].count));
  const wrong = sumOf(outcomes.map(({ checks }) => checks[check].problems.length));
  return `${count.toLocaleString('en-US')} · ${wrong === 0 ? '0' : `**${wrong}**`}`;
}

/** Faults × what was checked × what was lost, over all runs, as a table in Markdown: each cell is "checked · lost". */
export function renderTable(outcomes: readonly Outcome[]): string {
  const faults = [...new Set(outcomes.map(({ fault }) => fault))];
  const rows = faults.map((fault) => {
    const own = outcomes.filter((outcome) => outcome.fault === fault);
    const worst = (read: (outcome: Outcome) => number) => seconds(Math.max(...own.map(read)));
    return row([
      fault,
      ...CHECKS.map((check) => cell(own, check)),
      worst(({ awayMs }) => awayMs),
      worst(({ caughtUpMs }) => caughtUpMs),
    ]);
  });
  const heads = ['fault', ...CHECKS, 'away, at most', 'then equal within'];
  return [row(heads), row(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows].join('\n');
}
