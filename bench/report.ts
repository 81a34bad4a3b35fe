import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Effort, Row } from './figures.ts';

/** The latest figures of one measure. */
interface Result {
  measuredAt: string;
  effort: Effort;
  machine: string;
  rows: Row[];
}

const inDocs = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const FIGURES = inDocs('performance.json');
const REPORT = inDocs('performance.md');
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

/**
 * Writes a measure's figures to docs/performance.json, and all tables to docs/performance.md
 * between its two markers.
 */
export function writeReport(measure: string, effort: Effort, rows: Row[]): void {
  const figures: Record<string, Result> = existsSync(FIGURES)
    ? JSON.parse(readFileSync(FIGURES, 'utf8'))
    : {};
  figures[measure] = { measuredAt: new Date().toISOString().slice(0, 10), effort, machine: machine(), rows };
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);

  const tables = Object.entries(figures).map(([name, result]) => {
    const { rounds } = result.effort;
    const title = `### ${name}\n\n${result.measuredAt}, ${result.machine}, ${rounds} round${rounds === 1 ? '' : 's'}.`;
    return `${title}\n\n${tableOf(result.rows)}`;
  });
  const [before = '', after = ''] = readFileSync(REPORT, 'utf8').split(new RegExp(`${BEGIN}[^]*${END}`));
  writeFileSync(REPORT, `${before}${BEGIN}\n\n${tables.join('\n\n')}\n\n${END}${after}`);
}

/** Formats rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [row.what, row.product, row.baseline, row.ratio, row.aim, reached(row)]);
  const head = ['Measure', 'Ours', 'Baseline', 'Ratio', 'Aim', 'Reached'];
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

const reached = ({ isReached }: Row): string => {
  if (isReached === null) return '';
  return isReached ? 'yes' : '**no**';
};

const machine = (): string => `${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.versions.node}`;
