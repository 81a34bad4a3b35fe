import { readFileSync } from 'node:fs';
import perfHooks from 'node:perf_hooks';
import { Counter } from 'prom-client';
import { expect, test, vi } from 'vitest';
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

test('the event loop is sampled often enough that an idle process exports no delay near the alert’s', async () => {
  const monitor = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  vi.resetModules();
  await import('./metrics.ts');

  // Each sample includes the resolution itself, which is 10 ms if none is given.
  const resolutions = monitor.mock.calls.map(([options]) => options?.resolution ?? 10);
  const [, limit = ''] = /nodejs_eventloop_lag_p99_seconds\) > ([\d.]+)/.exec(RULES) ?? [];
  expect(resolutions).toHaveLength(1);
  expect(resolutions[0]).toBeLessThanOrEqual((Number(limit) * 1_000) / 10);
});
