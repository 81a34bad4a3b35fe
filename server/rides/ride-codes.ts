import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isEarlyStart } from '#common/rides/overlap.ts';
import { env } from '../env.ts';

// What proves something about a ride is derived from its id and SESSION_SECRET, and stored nowhere: a copy of the
// database holds neither PIN nor link. With another secret, PINs are others and links end.

const derive = (purpose: string, of: string): Buffer =>
  createHmac('sha256', env.SESSION_SECRET).update(`${purpose}:${of}`).digest();

/** The four digits that a ride's rider tells its driver. */
export const startPinOf = (rideId: string): string =>
  `${derive('start-pin', rideId).readUInt32BE() % 10_000}`.padStart(4, '0');

/** Whether the driver who starts a ride now is asked for its PIN: its rider wants that, or, but in demo mode, it is early. */
export const isPinAsked = (
  { wantsPin, scheduledAt }: { wantsPin: boolean | null; scheduledAt: string },
  now: Date,
): boolean => wantsPin === true || (!env.DEMO_MODE && isEarlyStart(new Date(scheduledAt), now));

/** 128 bits. */
const TOKEN_BYTES = 16;

/** A trip link as a ride keeps it: of its token only the digest by which it is found. */
export interface TripShare {
  nonce: string;
  key: string;
}

/** The digest by which a token's ride is found, and by which the room of its viewers is named. */
export const tripKeyOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url').slice(0, 32);

const tokenOf = (rideId: string, nonce: string): string =>
  derive('trip', `${rideId}:${nonce}`).subarray(0, TOKEN_BYTES).toString('base64url');

/** A new trip link of a ride, unlike any that it had before. */
export function createShare(rideId: string): TripShare {
  const nonce = randomBytes(TOKEN_BYTES).toString('base64url');
  return { nonce, key: tripKeyOf(tokenOf(rideId, nonce)) };
}

/** Path of the page of a shared trip. */
export const tripPath = (rideId: string, { nonce }: TripShare): string => `/trip/${tokenOf(rideId, nonce)}`;
