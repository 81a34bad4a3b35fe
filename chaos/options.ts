import { parseArgs } from 'node:util';

interface ChaosOptions {
  seeds: number[];
  /** Whether the builds that have to be caught are tried as well. */
  hasMutants: boolean;
}

/** Without `--seeds`. `npm test` names the first of them. */
const FIXED = [1, 2, 3];

/**
 * Reads `--seeds 1-20`, or `--seeds 7` to look into that one, with `--mutants` for the builds to be caught as well; without either, three
 * fixed seeds and those builds.
 * @throws Error on what is no row of seeds
 */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: { seeds: { type: 'string' }, mutants: { type: 'boolean' } },
  });
  return {
    seeds: values.seeds ? seedsOf(values.seeds) : FIXED,
    hasMutants: values.mutants ?? !values.seeds,
  };
}

function seedsOf(range: string): number[] {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const [first, last] = [Number(from), Number(to ?? from)];
  if (!(first <= last)) throw new Error(`no row of seeds: ${range}`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
