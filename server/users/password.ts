import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../infra/limit-concurrency.ts';

/**
 * The minimum of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. The library defaults to
 * argon2id.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes a processor for some 30 milliseconds and 19 MiB: three hundred at once would leave nothing to others. */
const inTurn = limitConcurrency({
  running: 2,
  waiting: 100,
  refusal: 'Very many people are signing in. Please try again in a moment.',
});

/** Hashes a password to argon2id's PHC string, salt and cost included. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

let nobodysHash: Promise<string> | null = null;

/**
 * Whether a password is the one hashed. Without a hash (no such user) the same work is done in vain, so that
 * the duration does not reveal who has an account.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobodysHash ??= hash('nobody', COST);
  const known = passwordHash ?? (await nobodysHash);
  const isMatch = await inTurn(() => verify(known, password));
  return isMatch && passwordHash !== undefined;
}
