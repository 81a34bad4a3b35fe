import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { AppError } from '#common/errors.ts';
import type { Assertion, Attestation } from '#common/users/passkeys.ts';
import { digestOf } from '../crypto/digest-of.ts';
import type { PasskeyChallenge } from '../http/session-fields.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { redis, redisKey } from '../infra/redis.ts';
import { CHALLENGE_MS } from './passkeys.ts';

type Purpose = PasskeyChallenge['purpose'];
type Kept = readonly PasskeyChallenge[] | undefined;

/** Maximum number of open challenges in a session. */
const MAX_OPEN = 8;

/**
 * Returns the session's open challenges with a new one, for the session to store. Each tab of a browser may
 * show a prompt; the oldest challenges beyond the maximum are dropped.
 */
export const withChallenge = (
  kept: Kept,
  purpose: Purpose,
  value: string,
): { challenges: PasskeyChallenge[] } => ({
  challenges: [...openOf(kept), { value, purpose, at: databaseClock.nowMs() }].slice(-MAX_OPEN),
});

/**
 * Returns the challenge that a credential answers if the session stores it for this purpose and it is less
 * than five minutes old, else null. Whether the credential signed it is not verified.
 */
export function answeredChallenge(
  kept: Kept,
  purpose: Purpose,
  { response }: Assertion | Attestation,
): string | null {
  const answered = challengeIn(response.clientDataJSON);
  return openOf(kept).find(({ value, purpose: of }) => of === purpose && value === answered)?.value ?? null;
}

const openOf = (kept: Kept): PasskeyChallenge[] =>
  (kept ?? []).filter(({ at }) => databaseClock.nowMs() < at + CHALLENGE_MS);

function challengeIn(clientData: string): string | null {
  try {
    return decodeClientDataJSON(clientData).challenge;
  } catch {
    return null;
  }
}

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
