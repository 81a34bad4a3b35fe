/** How thoroughly to measure. */
export interface Effort {
  rounds: number;
  /** How long each of a round's runs is measured, after warming up. */
  seconds: number;
  /** How long sockets come and go. */
  churnSeconds: number;
}

/** One line of the report. */
export interface Row {
  /** What was measured, and in which unit. */
  what: string;
  product: string;
  floor: string;
  /** Ours by the floor's; empty where there is no floor. */
  ratio: string;
  aim: string;
  /** Null where no aim was set. */
  isReached: boolean | null;
}

/** The middle one; of an even number, the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** The value below which this share of values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Comparison {
  what: string;
  /** A value of each round; the floor's of the same round beside it. */
  product: readonly number[];
  floor: readonly number[];
  format: (value: number) => string;
  /** The most (`<=`) or the least (`>=`) the ratio may be. */
  aim: { sign: '<=' | '>='; ratio: number } | null;
}

const SIGNS = { '<=': '≤', '>=': '≥' } as const;

/** A row of medians, with the median of the rounds' own ratios: what slows a whole round slows both of its runs. */
export function compare({ what, product, floor, format, aim }: Comparison): Row {
  const ratio = median(product.map((value, round) => value / (floor[round] ?? Number.NaN)));
  const isReached = aim && (aim.sign === '<=' ? ratio <= aim.ratio : ratio >= aim.ratio);
  return {
    what,
    product: format(median(product)),
    floor: format(median(floor)),
    ratio: ratio.toFixed(2),
    aim: aim ? `${SIGNS[aim.sign]} ${aim.ratio}` : '',
    isReached,
  };
}
