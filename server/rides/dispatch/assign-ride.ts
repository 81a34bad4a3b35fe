import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { BodyOf } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import type { assignRide as assignCall, unassignRide as unassignCall } from '#common/rides/dispatch-api.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { isOffer, SETTLED } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { vehicleInWords } from '#common/vehicles/vehicle.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findUser } from '../../users/accounts.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { changedRefusal, requireVersion } from './changed-refusal.ts';
import { dispatchAudit, UNDONE } from './dispatch-audit.ts';
import { currentAssignment, giveRide, NO_DRIVER } from './give-ride.ts';

/**
 * Staff give a paid ride to a driver, or an accepted one to another driver or, where a vehicle is named, to its
 * driver in that vehicle.
 *
 * @throws AppError RIDE_STATE_CONFLICT when it is neither paid for nor accepted, or is the driver's already; NOT_FOUND;
 * what `giveRide` throws
 */
export async function assignRide(
  rideId: string,
  { version, driverId, vehicleId, allowNearly = false }: BodyOf<typeof assignCall>,
  by: AuditActor,
): Promise<RideRecord> {
  const before = await findRide(rideId);
  requireVersion(before, version);
  if (!isOffer(before) && before.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a paid ride that has not begun can be assigned.');
  }
  if (before.driverId === driverId && (!vehicleId || before.vehicleId === vehicleId)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'This driver has the ride already.');
  }
  return giveRide(before, {
    driverId,
    vehicleId,
    by,
    allows: () => allowNearly,
    assign: async (vehicle) => ({
      driverId,
      name: (await findUser(driverId))?.name ?? '',
      vehicleId: vehicle.id,
      vehicle: vehicleInWords(vehicle),
    }),
  });
}

/**
 * Staff take an accepted ride from its driver: it is offered again.
 *
 * @throws AppError RIDE_CHANGED when somebody changed it since `version`, RIDE_STATE_CONFLICT unless it is accepted,
 * paid for, and in time for somebody else to accept; NOT_FOUND
 */
export async function unassignRide(
  rideId: string,
  { version, reason }: BodyOf<typeof unassignCall>,
  by: AuditActor,
): Promise<RideRecord> {
  const ride = await findRide(rideId);
  requireVersion(ride, version);
  return offerAgain(ride, { by, text: reason });
}

interface OfferingAgain {
  /** Staff took it from its driver, unless the driver gave it back. */
  change?: 'unassigned' | 'given_back';
  by: AuditActor;
  /** Why. */
  text?: string;
  isUndo?: true;
}

/** Staff make an accepted ride, as it was read, an offer again. @throws AppError RIDE_CHANGED, RIDE_STATE_CONFLICT */
export async function offerAgain(ride: RideRecord, offering: OfferingAgain): Promise<RideRecord> {
  const open = await offerAsRead(ride, offering);
  if (!open) throw changedRefusal(await findRide(ride.id));
  return open;
}

/**
 * Makes an accepted ride, as it was read, an offer again.
 *
 * @returns null when it changed since it was read
 * @throws AppError RIDE_STATE_CONFLICT
 */
export async function offerAsRead(
  ride: RideRecord,
  { change = 'unassigned', by, text, isUndo }: OfferingAgain,
): Promise<RideRecord | null> {
  const former = await currentAssignment(ride);
  if (ride.status !== 'accepted' || !former) {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only an accepted ride can be taken from its driver.');
  }
  if (!SETTLED.includes(ride.paymentStatus)) {
    throw new AppError(
      'RIDE_STATE_CONFLICT',
      'The payment of this ride is not settled: nobody else would see it.',
    );
  }
  if (databaseClock.nowMs() >= Date.parse(ride.scheduledAt) + LATE_ACCEPT_MS) {
    throw new AppError(
      'RIDE_STATE_CONFLICT',
      'It is too late to offer this ride again. Assign another driver.',
    );
  }
  const free = { status: 'requested' as const, ...NO_DRIVER };
  const action = isUndo ? UNDONE : 'ride unassigned';
  return transitionRide({
    rideId: ride.id,
    change,
    by,
    ...(text && { text }),
    guard: { version: ride.version, status: 'accepted' },
    // Who gives a ride back and accepts it again has no more tries for its PIN; that staff take it is a decision.
    patch: { ...free, ...(change === 'unassigned' && { pinTries: 0 }) },
    dispatch: { former, ...(isUndo && { isUndo }) },
    audit: isStaffRole(by.role) && dispatchAudit(ride, free, { action, reason: text }),
  });
}
