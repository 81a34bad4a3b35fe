import { setTimeout } from 'node:timers/promises';
import type { Cents } from '#common/money.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { hoursUsed } from './quote-completion.ts';

/** How long completing a ride waits for Stripe, in milliseconds: about half of the response deadline. */
const WAIT_MS = 4_000;

/**
 * Asks Stripe about the pending extension of a ride in progress that is about to be completed: confirms it if
 * it was paid, otherwise closes its payment. Gives up when Stripe fails or takes longer than a few seconds.
 * Completing the ride then voids the extension, and a payment of it is refunded as too late.
 *
 * @param finalFareCents at most the ride's fare
 * @returns the ride as it is now, and its final fare. If that was the whole fare, it includes the extension,
 * provided the ride lasted into it.
 */
export async function confirmExtension(
  ride: RideRecord,
  finalFareCents: Cents,
): Promise<{ ride: RideRecord; finalFareCents: Cents }> {
  if (!ride.pendingEdit || ride.status !== 'in_progress') return { ride, finalFareCents };
  // Best effort: whatever fails here is repeated by reconciliation.
  const asked = confirmOrClose(ride.pendingEdit.id).catch(() => {});
  await Promise.race([asked, setTimeout(WAIT_MS, undefined, { ref: false })]);

  const current = await findRide(ride.id);
  const isWhole = finalFareCents === ride.fare.fareCents;
  return {
    ride: current,
    finalFareCents: isWhole && isExtensionUsed(ride, current) ? current.fare.fareCents : finalFareCents,
  };
}

async function confirmOrClose(chargeId: string): Promise<void> {
  const checkout = await closeChargeCheckout(chargeId);
  if (checkout?.isPaid) await confirmCharge(chargeId);
}

/** Whether a ride was extended since it was read, and has lasted longer than it was booked for before. */
function isExtensionUsed({ hours: booked }: RideRecord, extended: RideRecord): boolean {
  if (booked === null || extended.hours === null || extended.hours <= booked) return false;
  return hoursUsed(extended, databaseClock.now()) > booked;
}
