import { takeTurn } from '../../infra/take-turn.ts';

/**
 * Serializes booking requests with the same idempotency key, so that a repeat returns the ride of the first
 * request instead of failing on the promo code and gift card that the first has reserved. Best effort: when
 * the wait times out or Redis is unavailable, the request proceeds without the lock.
 *
 * @returns a function that releases the lock
 */
export const lockBooking = (riderId: string, idempotencyKey: string): Promise<() => Promise<void>> =>
  takeTurn('booking-turn', `${riderId}:${idempotencyKey}`);
