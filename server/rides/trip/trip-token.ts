import { createHash, randomBytes } from 'node:crypto';
import { sessionHmac } from '../../crypto/session-hmac.ts';

// The token of a trip link is derived and never stored, so a database dump does not reveal it. A new
// SESSION_SECRET ends all trip links.

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
