import { createHash, randomBytes } from 'node:crypto';
import { isEarlyStart } from '#common/rides/overlap.ts';
import { sessionHmac } from '../crypto/session-hmac.ts';
import { env } from '../env.ts';

// PINs and trip tokens are derived from the ride's id and SESSION_SECRET and never stored, so a database dump
// reveals neither. A new secret changes all PINs and ends all trip links.

/** Derives the four-digit PIN that the rider gives to the driver. */
export const startPinOf = (rideId: string): string =>
  `${sessionHmac('start-pin', rideId).readUInt32BE() % 10_000}`.padStart(4, '0');

/**
 * Whether a driver who starts the ride at `now` must enter its PIN: when the rider wants it, or when the
 * start is early (not in demo mode).
 */
export const isPinAsked = (
  { wantsPin, scheduledAt }: { wantsPin: boolean | null; scheduledAt: string },
  now: Date,
): boolean => wantsPin === true || (!env.DEMO_MODE && isEarlyStart(new Date(scheduledAt), now));

/** 128 bits. */
const TOKEN_BYTES = 16;

/** A trip link as a ride stores it: the nonce, and the digest that the token is looked up by. */
interface TripShare {
  nonce: string;
  key: string;
}

/**
 * Digests a trip token. The ride is looked up by this digest, and the room of its viewers is named after it.
 */
export const tripKeyOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url').slice(0, 32);

const tokenOf = (rideId: string, nonce: string): string =>
  sessionHmac('trip', `${rideId}:${nonce}`).subarray(0, TOKEN_BYTES).toString('base64url');

/** Creates a new trip link for a ride, different from all its earlier ones. */
export function createShare(rideId: string): TripShare {
  const nonce = randomBytes(TOKEN_BYTES).toString('base64url');
  return { nonce, key: tripKeyOf(tokenOf(rideId, nonce)) };
}

/** Path of the page of a shared trip. */
export const tripPath = (rideId: string, { nonce }: TripShare): string => `/trip/${tokenOf(rideId, nonce)}`;
