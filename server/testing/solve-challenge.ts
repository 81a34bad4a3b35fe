import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** The proof that a browser sends for a challenge. */
export async function solve(text: string): Promise<string> {
  const challenge: Challenge = JSON.parse(Buffer.from(text, 'base64').toString());
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
