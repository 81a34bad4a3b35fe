import type { Testbed } from './harness/testbed.ts';

/** A measurement, run on its own testbed. */
export type Measure = (testbed: Testbed, effort: Effort) => Promise<Row[]>;

/** How thoroughly to measure. */
export interface Effort {
  rounds: number;
  /** How long each side of a round is measured after its warm-up. */
  seconds: number;
  /** How long the churn measurement opens and closes sockets. */
  churnSeconds: number;
  /** How many sockets the release measurements hold open; others use a fraction or a multiple of it. */
  sockets: number;
}

/** One line of the report. */
export interface Row {
  /** What was measured, and in which unit. */
  what: string;
  product: string;
  baseline: string;
  /** Ours divided by the baseline; empty without a baseline. */
  ratio: string;
  aim: string;
  /** Null without an aim. */
  isReached: boolean | null;
}

interface Comparison {
  what: string;
  /** One value per run; index by index beside the baseline's value from the same run. */
  product: readonly number[];
  baseline: readonly number[];
  format: (value: number) => string;
  /** The upper (`<=`) or lower (`>=`) bound of the ratio. */
  aim: { sign: '<=' | '>='; ratio: number } | null;
}

const SIGNS = { '<=': '≤', '>=': '≥' } as const;

/**
 * Builds a row of medians. The ratio is the median of the ratios within each run, because a temporary
 * slowdown of the machine affects both sides of a run.
 */
export function compare({ what, product, baseline, format, aim }: Comparison): Row {
  const ratio = median(product.map((value, run) => value / (baseline[run] ?? Number.NaN)));
  const isReached = aim && (aim.sign === '<=' ? ratio <= aim.ratio : ratio >= aim.ratio);
  return {
    what,
    product: format(median(product)),
    baseline: format(median(baseline)),
    ratio: ratio.toFixed(2),
    aim: aim ? `${SIGNS[aim.sign]} ${aim.ratio}` : '',
    isReached,
  };
}

/** Returns the median; for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** Returns the value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Linear regression: returns the slope and its standard error, in units of y per x. */
export function slopeOf(xs: readonly number[], ys: readonly number[]): { slope: number; error: number } {
  const count = xs.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const points = xs.map((x, index) => [x - meanX, (ys[index] ?? Number.NaN) - meanY] as const);
  const sumXX = points.reduce((sum, [x]) => sum + x * x, 0);
  const slope = points.reduce((sum, [x, y]) => sum + x * y, 0) / sumXX;
  const residuals = points.reduce((sum, [x, y]) => sum + (y - slope * x) ** 2, 0);
  return { slope, error: Math.sqrt(residuals / (count - 2) / sumXX) };
}

export const micros = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} µs`;
export const millis = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;
export const kilobytes = (value: number): string => `${(value / 1_000).toFixed(1)} kB`;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Builds a row without baseline or aim. */
export const plain = (what: string, product: string): Row => ({
  what,
  product,
  baseline: '',
  ratio: '',
  aim: '',
  isReached: null,
});

/** Builds a row for a count that must be 0. */
export const none = (what: string, value: number): Row => ({
  ...plain(what, count(value)),
  aim: 'none',
  isReached: value === 0,
});

/** Builds a row for a time in milliseconds with an upper bound. */
export const atMost = (what: string, ms: number, most: number): Row => ({
  ...plain(what, millis(ms)),
  aim: `≤ ${millis(most)}`,
  isReached: ms <= most,
});
