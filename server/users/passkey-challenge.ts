import { AppError } from '#common/errors.ts';
import { digestOf } from '../crypto/digest-of.ts';
import type { PasskeyChallenge } from '../http/session-store.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { CHALLENGE_MS } from './passkeys.ts';

type Purpose = PasskeyChallenge['purpose'];

/** What the session keeps of a challenge until it is answered. */
export const challengeOf = (purpose: Purpose, value: string): { challenge: PasskeyChallenge } => ({
  challenge: { value, purpose, at: databaseClock.nowMs() },
});

/** The challenge that a session was given for this purpose less than five minutes ago; null where there is none. */
export const openChallenge = (kept: PasskeyChallenge | undefined, purpose: Purpose): string | null =>
  kept?.purpose === purpose && databaseClock.nowMs() < kept.at + CHALLENGE_MS ? kept.value : null;

/**
 * Uses a challenge up. Sessions are written as a whole, so that two requests at once both find it there: which of them has it
 * is decided here.
 *
 * @returns false where it was used before
 * @throws UNAVAILABLE when Redis cannot tell
 */
export async function spendChallenge(challenge: string): Promise<boolean> {
  try {
    const first = await redis.set(
      redisKey('spent-challenge', digestOf(challenge)),
      1,
      'PX',
      CHALLENGE_MS,
      'NX',
    );
    return first !== null;
  } catch (cause) {
    throw new AppError('UNAVAILABLE', 'That is not available right now. Please try again.', { cause });
  }
}
