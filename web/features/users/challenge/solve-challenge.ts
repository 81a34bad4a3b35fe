import { type Challenge, solveChallengeWorkers } from 'altcha-lib';

/** More workers would compete for the cores of a phone. */
const WORKERS_MAX = 4;

const createWorker = () =>
  new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module', name: 'challenge' });

/**
 * Solves the server's proof-of-work challenge in workers, without user interaction. Takes some tenths of a
 * second, longer while the server is under attack. Import it lazily.
 *
 * @returns the proof to send with the request
 * @throws Error if this browser cannot solve it, or not in time
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
