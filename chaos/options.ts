import { parseArgs } from 'node:util';

interface ChaosOptions {
  seeds: number[];
  /** Whether the mutants are run as well. */
  hasMutants: boolean;
}

/** Without `--seeds`. */
const DEFAULT_SEEDS = [1, 2, 3];

/**
 * Reads `--seeds 1-20` or `--seeds 7`, and `--mutants` to run the mutants as well. Without either: three
 * fixed seeds and the mutants.
 *
 * @throws Error on an invalid range of seeds
 */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: { seeds: { type: 'string' }, mutants: { type: 'boolean' } },
  });
  return {
    seeds: values.seeds ? seedsOf(values.seeds) : DEFAULT_SEEDS,
    hasMutants: values.mutants ?? !values.seeds,
  };
}

/** The seeds of `1-20` or `7`. @throws Error on an invalid range */
export function seedsOf(range: string): number[] {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const [first, last] = [Number(from), Number(to ?? from)];
  if (!(first <= last)) throw new Error(`invalid seed range: ${range}`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
