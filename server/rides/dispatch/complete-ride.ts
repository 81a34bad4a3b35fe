import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { completedByOf } from '#common/rides/completed-by.ts';
import { isToBeReviewed } from '#common/rides/fare-review.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { statusesBefore } from '#common/rides/ride-states.ts';
import { isWaitingToBeReviewed, type Waiting } from '#common/rides/waiting.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { releaseVehicleTime } from '../booking/reserve-vehicle-time.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import { storedCharges } from '../charges/charges.ts';
import { releaseVehicleTimeOfEdit } from '../edit/reserve-edited-time.ts';
import { driverOf } from '../ride-actors.ts';
import type { RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { confirmExtension } from './confirm-extension.ts';
import { findReached } from './drive-ride.ts';
import { settleCompletion } from './settle-completion.ts';

/**
 * Completes the driver's ride for `actualFareCents`, at most its fare; the rest of the payment is refunded. A
 * fare below half of what was paid, or waiting of half an hour, needs a staff decision: until then the ride
 * has no final fare and no money moves. An extension that was paid is confirmed first (`confirmExtension`). A
 * repeat changes nothing.
 *
 * @throws AppError INVALID_REQUEST above the fare; RIDE_STATE_CONFLICT unless it is in progress; NOT_FOUND
 * when another driver has it; RIDE_CHANGED when staff have completed it for another fare
 */
export async function completeRide(
  read: RideRecord,
  actualFareCents: Cents,
  address: string | null = null,
): Promise<RideRecord> {
  const { id: rideId, driverId } = read;
  if (isCompletable(read)) requireWithinFare(read, actualFareCents, 'actualFare');
  const { finalFareCents } = await confirmExtension(read, actualFareCents);
  return changeWithRetry(rideId, async (ride) => {
    if (!isCompletable(ride) || ride.driverId !== driverId) return findCompleted(read, finalFareCents);
    requireWithinFare(ride, finalFareCents, 'actualFare');
    const isReviewed =
      isToBeReviewed(feeBaseCents(ride), finalFareCents) || isWaitingToBeReviewed(ride.waiting);
    return completeIfUnchanged(ride, {
      finalFareCents,
      by: await driverOf(ride, address),
      ...(isReviewed && { text: `The final fare of ${formatCents(finalFareCents)} waits for a check` }),
      isReviewed,
    });
  });
}

/** Whether a ride can be completed: it must be in progress. */
export const isCompletable = ({ status }: RideRecord): boolean =>
  statusesBefore('completed').includes(status);

/** Returns the completed ride, for a repeat. @throws AppError RIDE_STATE_CONFLICT, NOT_FOUND, RIDE_CHANGED */
async function findCompleted(read: RideRecord, actualFareCents: Cents): Promise<RideRecord> {
  const ride = await findReached(read, 'completed');
  if (completedByOf(ride) !== 'staff' || ride.actualFareCents === actualFareCents) return ride;
  const fare = formatCents(ride.actualFareCents ?? 0);
  throw new AppError('RIDE_CHANGED', `Dispatch has completed this ride for ${fare}.`);
}

/**
 * Checks that a final fare is at most the ride's fare.
 *
 * @param field the request field to report
 * @throws AppError INVALID_REQUEST
 */
export function requireWithinFare({ fare }: RideRecord, finalFareCents: Cents, field: string): void {
  if (finalFareCents <= fare.fareCents) return;
  throw fieldRefusal(field, `The fare cannot be more than the ${formatCents(fare.fareCents)} paid.`);
}

interface Completion {
  finalFareCents: Cents;
  /** The waiting to charge. Default: as recorded. */
  waiting?: Waiting | null;
  by: AuditActor;
  /** For the history. */
  text?: string;
  /** Whether the final fare needs a staff decision. */
  isReviewed: boolean;
  /** The audit log entry for a completion by staff. */
  audit?: OwedEvent;
}

/**
 * Completes a ride in progress as it was read, for its driver or staff. Settles its money in the same
 * statement, unless the fare is reviewed. Voids a pending extension and releases the ride's vehicle time.
 *
 * @returns the ride, or null when it changed since it was read
 */
export async function completeIfUnchanged(
  ride: RideRecord,
  { finalFareCents, waiting = ride.waiting, by, text, isReviewed, audit }: Completion,
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
        : {
            ...{ actualFareCents: finalFareCents, waiting },
            ...settleCompletion({ ...ride, waiting }, finalFareCents, charges),
          }),
    },
  });
  if (!completed) return null;
  await releaseVehicleTime(completed);
  await releaseVehicleTimeOfEdit(ride);
  return completed;
}

/** The charges of a ride, with that of a pending extension voided. */
const withoutPending = ({ charges, pendingEdit }: RideRecord): Charge[] =>
  charges.map((charge) =>
    charge.id === pendingEdit?.id && charge.status === 'open'
      ? { ...charge, status: 'void' as const }
      : charge,
  );
