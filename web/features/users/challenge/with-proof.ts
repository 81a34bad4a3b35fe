import { ApiError } from '#web/lib/api-error.ts';

/** Under attack the required work may have increased by the time a challenge is solved. */
const ATTEMPTS = 3;

interface ProofOptions {
  /** Called when the browser starts solving a challenge, and when it sends the request again. */
  onChecking: (isChecking: boolean) => void;
}

/**
 * Sends a request for which the server may require proof of work. If it does, solves the challenge and sends
 * the request again with the proof.
 *
 * @throws as `send`; if the challenge cannot be solved, the error that contained it, whose message names
 * alternatives
 */
export async function withProof<Reply>(
  send: (proof?: string) => Promise<Reply>,
  { onChecking }: ProofOptions,
): Promise<Reply> {
  let proof: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(proof);
    } catch (error) {
      if (!(error instanceof ApiError) || error.challenge === null || attempt > ATTEMPTS) throw error;
      onChecking(true);
      proof = await solve(error.challenge).catch(() => {
        throw error;
      });
    } finally {
      onChecking(false);
    }
  }
}

const solve = async (challenge: string): Promise<string> =>
  (await import('./solve-challenge.ts')).solveChallenge(challenge);
