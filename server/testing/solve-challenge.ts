import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves a proof-of-work challenge, like a browser. */
export async function solve(text: string): Promise<string> {
  const challenge: Challenge = JSON.parse(Buffer.from(text, 'base64').toString());
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
