import { parseArgs } from 'node:util';

interface ChaosOptions {
  seeds: number[];
  /** Whether the builds that have to be caught are tried as well. */
  hasMutants: boolean;
}

/** Those that `npm test` runs. */
const FIXED = [1, 2, 3];

/**
 * Reads `--seeds 1-20` (those) or `--seed 7` (that one alone, to look into it); without either, three fixed seeds.
 * @throws Error on options that make no sense
 */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({ args, options: { seeds: { type: 'string' }, seed: { type: 'string' } } });
  if (values.seed) return { seeds: seedsOf(`${values.seed}-${values.seed}`), hasMutants: false };
  return { seeds: values.seeds ? seedsOf(values.seeds) : FIXED, hasMutants: true };
}

function seedsOf(range: string): number[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(range)?.map(Number) ?? [];
  if (first === undefined || last === undefined || last < first) throw new Error(`not seeds: ${range}`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
