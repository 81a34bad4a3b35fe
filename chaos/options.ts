import { parseArgs } from 'node:util';
import type { Topology } from './testbed/cluster.ts';

interface ChaosOptions {
  seeds: Record<Topology, number[]>;
  /** Whether the mutants run as well. */
  hasMutants: boolean;
}

/** Used when no seeds are given. */
const DEFAULT_SEEDS: ChaosOptions['seeds'] = { 'one Redis': [1, 2, 3], 'Redis Cluster': [1] };

/**
 * Reads the command-line options: `--seeds 1-20` or `--seeds 7` for runs on one Redis,
 * `--redis-cluster 1-5` for runs on a Redis Cluster, `--mutants` to include the mutants. Without
 * options: four fixed seeds and the mutants.
 *
 * @throws Error on an invalid range of seeds
 */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string' },
      'redis-cluster': { type: 'string' },
      mutants: { type: 'boolean' },
    },
  });
  const { seeds, 'redis-cluster': clusterSeeds, mutants } = values;
  if (args.length === 0) return { seeds: DEFAULT_SEEDS, hasMutants: true };
  const seedsIn = (range: string | undefined) => (range === undefined ? [] : seedsOf(range));
  return {
    seeds: { 'one Redis': seedsIn(seeds), 'Redis Cluster': seedsIn(clusterSeeds) },
    hasMutants: mutants ?? false,
  };
}

/** Parses `1-20` or `7` into seeds. @throws Error on an invalid range */
export function seedsOf(range: string): number[] {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const [first, last] = [Number(from), Number(to ?? from)];
  if (!(first <= last)) throw new Error(`invalid seed range: ${range}`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
