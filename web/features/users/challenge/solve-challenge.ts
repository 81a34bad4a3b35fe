import { type Challenge, solveChallengeWorkers } from 'altcha-lib';

/** More would only wait for each other on a telephone. */
const WORKERS_MAX = 4;

const createWorker = () =>
  new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module', name: 'challenge' });

/**
 * Solves a challenge of the server in workers, without the person's doing: some tenths of a second, more under attack. Import
 * it lazily.
 *
 * @returns the proof to be sent along
 * @throws where this browser cannot calculate, or not in time
 */
export async function solveChallenge(text: string): Promise<string> {
  const challenge: Challenge = JSON.parse(atob(text));
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(WORKERS_MAX, navigator.hardwareConcurrency || 1),
    createWorker,
  });
  if (!solution) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
