import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../infra/limit-concurrency.ts';

/** OWASP's minimum for argon2id, the library's default: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes about 30 ms of CPU and 19 MiB, so hundreds at once would starve other requests. */
const inTurn = limitConcurrency({
  running: 2,
  waiting: 100,
  refusal: 'Very many people are signing in. Please try again in a moment.',
});

/** Hashes a password to an argon2id PHC string, which includes salt and cost. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

let nobodysHash: Promise<string> | null = null;

/**
 * Whether a password matches a hash. Without a hash (no such user) it verifies against a dummy one, so that
 * the duration does not reveal whether an account exists.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobodysHash ??= hash('nobody', COST);
  const known = passwordHash ?? (await nobodysHash);
  const isMatch = await inTurn(() => verify(known, password));
  return isMatch && passwordHash !== undefined;
}
