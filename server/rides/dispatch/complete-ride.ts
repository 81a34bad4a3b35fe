import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { completedByOf } from '#common/rides/completed-by.ts';
import { isToBeReviewed } from '#common/rides/fare-review.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { statusesBefore } from '#common/rides/ride-states.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock } from '../../infra/database-clock.ts';
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
 * A repeat changes nothing.
 *
 * @throws AppError INVALID_REQUEST above the fare, RIDE_STATE_CONFLICT unless it is in progress, NOT_FOUND once it is another's,
 * RIDE_CHANGED when staff have completed it for another fare
 */
export async function completeRide(
  read: RideRecord,
  actualFareCents: Cents,
  address: string | null = null,
): Promise<RideRecord> {
  const { id: rideId, driverId } = read;
  return changeAsRead(rideId, async (ride) => {
    if (!isCompletable(ride) || ride.driverId !== driverId) return findCompleted(read, actualFareCents);
    requireWithinFare(ride, actualFareCents, 'actualFare');
    const isReviewed = isToBeReviewed(feeBaseCents(ride), actualFareCents);
    return completeAsRead(ride, {
      finalFareCents: actualFareCents,
      by: await driverOf(ride, address),
      ...(isReviewed && { text: `The final fare of ${formatCents(actualFareCents)} waits for a check` }),
      isReviewed,
    });
  });
}

/** Whether a ride can be completed: it is in progress. */
export const isCompletable = ({ status }: RideRecord): boolean =>
  statusesBefore('completed').includes(status);

/** For a repeat. @throws AppError as above */
async function findCompleted(read: RideRecord, actualFareCents: Cents): Promise<RideRecord> {
  const ride = await findReached(read, 'completed');
  if (completedByOf(ride) !== 'staff' || ride.actualFareCents === actualFareCents) return ride;
  const fare = formatCents(ride.actualFareCents ?? 0);
  throw new AppError('RIDE_CHANGED', `Dispatch has completed this ride for ${fare}.`);
}

/** @param field of the request, which names the fare. @throws AppError INVALID_REQUEST for a final fare above what the ride costs */
export function requireWithinFare({ fare }: RideRecord, finalFareCents: Cents, field: string): void {
  if (finalFareCents <= fare.fareCents) return;
  throw fieldRefusal(field, `The fare cannot be more than the ${formatCents(fare.fareCents)} paid.`);
}

interface Completion {
  finalFareCents: Cents;
  by: AuditActor;
  /** For the history. */
  text?: string;
  /** The final fare waits for staff. */
  isReviewed: boolean;
  /** For the audit log, where staff do it. */
  audit?: OwedEvent;
}

/**
 * Completes a ride in progress as it was read, for its driver or for staff: its money is settled in the same statement, or waits for the
 * review. More time that was not paid for by now is given up, and its places and its vehicle are free again.
 *
 * @returns the ride, or null when it had changed
 */
export async function completeAsRead(
  ride: RideRecord,
  { finalFareCents, by, text, isReviewed, audit }: Completion,
): Promise<RideRecord | null> {
  const charges = withoutPending(ride);
  const completed = await transitionRide({
    rideId: ride.id,
    change: 'completed',
    by,
    ...(text && { text }),
    ...(audit && { audit }),
    guard: { version: ride.version },
    patch: {
      status: 'completed',
      completedAt: databaseClock.now(),
      pendingEdit: null,
      ...(isReviewed
        ? {
            fareReview: { proposedCents: finalFareCents, pendingSince: databaseClock.now() },
            charges: storedCharges(charges),
          }
        : { actualFareCents: finalFareCents, ...settleCompletion(ride, finalFareCents, charges) }),
    },
  });
  if (!completed) return null;
  await givePlaceBack(completed);
  await giveEditPlaceBack(ride);
  if (ride.pendingEdit) await closeChargeCheckout(ride.pendingEdit.id).catch(() => {});
  return completed;
}

/** The charges of a ride; that of more time which was not paid for can be paid no more. */
const withoutPending = ({ charges, pendingEdit }: RideRecord): Charge[] =>
  charges.map((charge) =>
    charge.id === pendingEdit?.id && charge.status === 'open'
      ? { ...charge, status: 'void' as const }
      : charge,
  );
