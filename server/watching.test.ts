import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { metrics } from './infra/metrics.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const RULES = read('deploy/alerts.yml')
  .split(/^ +- (?=alert: )/m)
  .slice(1);
const PANELS: { title: string; targets?: { expr: string }[] }[] = JSON.parse(
  read('deploy/grafana-dashboard.json'),
).panels;

const alertOf = (rule: string) => /alert: (\w+)/.exec(rule)?.[1] ?? rule;
const expressionOf = (rule: string) => /expr: (?:>-)?([\s\S]*?)\n +for:/.exec(rule)?.[1] ?? '';
const EXPRESSIONS = [
  ...RULES.map(expressionOf),
  ...PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/**
 * Returns the metric names in an expression: every name of several words, except functions and quoted text.
 */
const metricsIn = (expression: string): string[] =>
  [...expression.replace(/"[^"]*"/g, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
    .map(([name]) => name.replace(/_(bucket|count)$/, ''))
    .filter((name) => name !== 'histogram_quantile');

const known = metrics.getMetricsAsArray().map(({ name }) => name);

test('alert rules and dashboard use only metrics that exist', () => {
  for (const expression of EXPRESSIONS) {
    expect(expression).not.toBe('');
    for (const name of metricsIn(expression)) expect(known).toContain(name);
  }
});

test('every metric of our own is used by an alert rule or the dashboard', () => {
  const watched = new Set(EXPRESSIONS.flatMap(metricsIn));
  const own = known.filter((name) => !/^(process|nodejs)_/.test(name));

  expect(own.filter((name) => !watched.has(name))).toEqual([]);
});

test('the rules for no servers ask whether any is ready, or answers scrapes without saying whether it is', () => {
  for (const [alert, traffic, jobs] of [
    ['ServersDown', 'requests', 'server|api'],
    ['SocketsDown', 'sockets', 'server|sockets'],
  ]) {
    const rule = RULES.find((each) => alertOf(each) === alert) ?? '';
    const ready = `node_ready{for="${traffic}"} or on(instance) up{job=~"${jobs}"}`;
    expect(expressionOf(rule)).toBe(`(max(${ready}) or vector(0)) == 0`);
  }
});

test('the runbook has one section per alert rule, and every rule has a severity and a summary', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);

  expect(sections).toEqual(RULES.map(alertOf));
  for (const rule of RULES) {
    expect(rule, alertOf(rule)).toMatch(/severity: (page|ticket) /);
    expect(rule, alertOf(rule)).toMatch(/summary: '.+\.'/);
  }
});
