import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ERROR_STATUS } from '#common/errors.ts';
import { metrics } from './infra/metrics.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

/** Parses the table of a section into cells, without code marks. */
function tableOf(section: string): string[][] {
  const text = PAGE.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const sources = ['server', 'workers'].flatMap((root) =>
  readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path))
    .map((path) => ({ path: `${root}/${path}`, text: readFileSync(join(ROOT, root, path), 'utf8') })),
);

/** Returns the source text between a call's parentheses. */
function argumentsAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  while (depth > 0 && end < text.length) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    end += 1;
  }
  return text.slice(start, end - 1);
}

/** All logger calls at a level worth an alert, as `level: message`. The message is the last argument. */
const loggedMessages = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/\blogger\.(fatal|error|warn)\(/g)].map((call) => {
    const given = argumentsAt(text, call.index + call[0].length);
    const [, message] = /'([^']+)',?\s*$/.exec(given) ?? [];
    return `${call[1]}: ${message ?? `${path} logs what is no constant text: ${given}`}`;
  }),
);

test('docs/operations.md lists every warning and error that is logged, and no other', () => {
  const listed = tableOf('Logs').map(([message, level]) => `${level}: ${message}`);

  expect(listed.toSorted()).toEqual([...new Set(loggedMessages)].toSorted());
});

test('docs/operations.md lists every metric with its type and labels', () => {
  const listed = tableOf('Metrics').map(([name, type, labels]) => ({ name, type, labels }));

  const own = metrics.getMetricsAsArray().filter(({ name }) => !/^(process|nodejs)_/.test(name));
  expect(listed).toEqual(
    own.map((metric) => ({
      name: metric.name,
      type: metric.constructor.name.toLowerCase(),
      labels: Object(metric).labelNames.join(', '),
    })),
  );
});

test('docs/operations.md gives every metric a unit, and names of metrics in seconds end in _seconds', () => {
  for (const [name = '', , , unit = ''] of tableOf('Metrics')) {
    expect(unit, name).not.toBe('');
    if (unit === 'seconds') expect(name).toMatch(/_seconds$/);
  }
});

test('docs/operations.md lists every error code with its status', () => {
  const listed = tableOf('Error codes').map(([code, status]) => [code, Number(status)]);

  expect(listed).toEqual(Object.entries(ERROR_STATUS));
});

test('every table row of docs/operations.md has a meaning', () => {
  for (const row of ['Logs', 'Metrics', 'Error codes'].flatMap(tableOf)) {
    expect(row.at(-1), row[0]).toMatch(/^[A-Z].*\.$/);
  }
});
