import { parseArgs } from 'node:util';

interface ChaosOptions {
  seeds: number[];
  /** Whether the builds that have to be caught are tried as well. */
  hasMutants: boolean;
}

/** Those that `npm test` runs. */
const FIXED = [1, 2, 3];

/**
 * Reads `--seeds 20` (the first twenty) or `--seed 7` (that one alone, to look into it); without either, three fixed seeds.
 * @throws Error on options that make no sense
 */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({ args, options: { seeds: { type: 'string' }, seed: { type: 'string' } } });
  const number = (text: string) => {
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`not a number of a seed, or of seeds: ${text}`);
    return Number(text);
  };
  if (values.seed) return { seeds: [number(values.seed)], hasMutants: false };
  if (!values.seeds) return { seeds: FIXED, hasMutants: true };
  return { seeds: Array.from({ length: number(values.seeds) }, (_, index) => index + 1), hasMutants: true };
}
