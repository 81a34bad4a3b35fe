import { ApiError } from '#web/lib/api-error.ts';

/** Under attack the work can have grown until it is done. */
const ATTEMPTS = 3;

interface ProofOptions {
  /** Told when the browser begins to work, and when it sends again. */
  onChecking: (isChecking: boolean) => void;
}

/**
 * Sends something that the server may want work for first: then the browser solves its challenge, and sends it again with the
 * proof.
 *
 * @throws as `send`; where the browser cannot solve the challenge, the error that asked for it, which says what else there is
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
