import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { isToBeReviewed } from '#common/rides/fare-review.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { statusesBefore } from '#common/rides/ride-states.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { giveEditPlaceBack, givePlaceBack } from '../booking/ride-place.ts';
import { changeAsRead } from '../cancel/change-as-read.ts';
import { closeChargeCheckout } from '../charges/charge-checkouts.ts';
import { storedCharges } from '../charges/charges.ts';
import { driverOf } from '../ride-actors.ts';
import type { RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { findReached } from './drive-ride.ts';
import { settleCompletion } from './settle-completion.ts';

/**
 * The ride's driver completes it for `actualFareCents`, at most what it costs; what was paid beyond goes back. Less than half of
 * what was paid waits for staff, who decide on the final fare: until then the ride has none, and nothing of its money moves.
 * More time that was not paid for by now is given up. A repeat changes nothing.
 *
 * @throws AppError INVALID_REQUEST above the fare, RIDE_STATE_CONFLICT unless it is in progress, NOT_FOUND once it is another's
 */
export async function completeRide(
  read: RideRecord,
  actualFareCents: Cents,
  address: string | null = null,
): Promise<RideRecord> {
  const { id: rideId, driverId } = read;
  return changeAsRead(rideId, async (ride) => {
    if (!statusesBefore('completed').includes(ride.status) || ride.driverId !== driverId) {
      return findReached(read, 'completed');
    }
    const { fareCents } = ride.fare;
    if (actualFareCents > fareCents) {
      throw fieldRefusal('actualFare', `The fare cannot be more than the ${formatCents(fareCents)} paid.`);
    }
    const isReviewed = isToBeReviewed(feeBaseCents(ride), actualFareCents);
    const charges = withoutPending(ride);
    const completed = await transitionRide({
      rideId,
      change: 'completed',
      by: await driverOf(ride, address),
      ...(isReviewed && { text: `The final fare of ${formatCents(actualFareCents)} waits for a check` }),
      guard: { version: ride.version },
      patch: {
        status: 'completed',
        completedAt: new Date(),
        pendingEdit: null,
        ...(isReviewed
          ? {
              fareReview: { proposedCents: actualFareCents, pendingSince: new Date() },
              charges: storedCharges(charges),
            }
          : { actualFareCents, ...settleCompletion(ride, actualFareCents, charges) }),
      },
    });
    if (!completed) return null;
    await givePlaceBack(completed);
    await giveEditPlaceBack(ride);
    if (ride.pendingEdit) await closeChargeCheckout(ride.pendingEdit.id).catch(() => {});
    return completed;
  });
}

/** The charges of a ride; that of more time which was not paid for can be paid no more. */
const withoutPending = ({ charges, pendingEdit }: RideRecord): Charge[] =>
  charges.map((charge) =>
    charge.id === pendingEdit?.id && charge.status === 'open'
      ? { ...charge, status: 'void' as const }
      : charge,
  );
