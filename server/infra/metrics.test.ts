import { readFileSync } from 'node:fs';
import { Counter } from 'prom-client';
import { expect, test } from 'vitest';
import { metrics } from './metrics.ts';

const RULES = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8');

/** The labels, as scraped, of each counter series that an alert rule takes the rate or increase of. */
const watchedSeries = [...RULES.matchAll(/(?:rate|increase)\((\w+)\{(\w+)=~?"([\w|]+)"\}/g)]
  .filter(([, name = '']) => metrics.getSingleMetric(name) instanceof Counter)
  .flatMap(([, name, label, values = '']) =>
    values.split('|').map((value) => [name, `${label}="${value}"`] as const),
  );

test('the alert rules take the rate or increase of known counters', () => {
  expect(watchedSeries).toContainEqual(['ride_changes_total', 'change="flagged"']);
  expect(watchedSeries.length).toBeGreaterThan(3);
});

test.each(watchedSeries)(
  '%s with %s starts at 0 in a new process, so that its first count is an increase',
  async (name, label) => {
    const lines = (await metrics.metrics()).split('\n');

    const series = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(label));
    expect(series).toHaveLength(1);
    expect(series[0]).toMatch(/\} 0$/);
  },
);
