import { isEarlyStart } from '#common/rides/overlap.ts';
import { sessionHmac } from '../../crypto/session-hmac.ts';
import { env } from '../../env.ts';

/**
 * Derives the four-digit PIN that the rider gives to the driver. It is never stored, so a database dump does
 * not reveal it. A new SESSION_SECRET changes all PINs.
 */
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
