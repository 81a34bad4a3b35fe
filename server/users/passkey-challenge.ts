import { AppError } from '#common/errors.ts';
import { digestOf } from '../crypto/digest-of.ts';
import type { PasskeyChallenge } from '../http/session-fields.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { CHALLENGE_MS } from './passkeys.ts';

type Purpose = PasskeyChallenge['purpose'];

/** Returns the challenge that the session stores until it is answered. */
export const challengeOf = (purpose: Purpose, value: string): { challenge: PasskeyChallenge } => ({
  challenge: { value, purpose, at: databaseClock.nowMs() },
});

/** Returns the session's challenge for this purpose if it is less than five minutes old, else null. */
export const openChallenge = (kept: PasskeyChallenge | undefined, purpose: Purpose): string | null =>
  kept?.purpose === purpose && databaseClock.nowMs() < kept.at + CHALLENGE_MS ? kept.value : null;

/**
 * Marks a challenge as used. Concurrent requests may both read it from the session, which is written as a
 * whole; only one of them gets true.
 *
 * @returns false when it was used before
 * @throws AppError UNAVAILABLE when Redis is unavailable
 */
export async function consumeChallenge(challenge: string): Promise<boolean> {
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
