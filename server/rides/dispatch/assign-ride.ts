import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { BodyOf } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import type { assignRide as assignCall, unassignRide as unassignCall } from '#common/rides/dispatch-api.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { isOffer, isSettled } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findUser } from '../../users/accounts.ts';
import { findRepeatedChange, isInForce } from '../repeated-change.ts';
import { requireVersion, rideChangedError } from '../ride-changed-error.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { assignToDriver, currentAssignment, NO_DRIVER } from './assign-to-driver.ts';
import { dispatchAudit, UNDONE } from './dispatch-audit.ts';

/**
 * Assigns a paid ride to a driver; reassigns an accepted one to another driver or, with `vehicleId`, to the
 * same driver in another vehicle. A repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT when it is neither an offer nor accepted, or the driver already has
 * it; NOT_FOUND; what `assignToDriver` throws
 */
export async function assignRide(
  rideId: string,
  assignment: BodyOf<typeof assignCall>,
  by: AuditActor,
): Promise<RideRecord> {
  const { version, driverId, vehicleId, allowNearly = false, confirmedReason } = assignment;
  const before = await findRide(rideId);
  if (isAssignedAs(before, assignment, by)) return before;
  requireVersion(before, version);
  if (!isOffer(before) && before.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a paid ride that has not begun can be assigned.');
  }
  if (before.driverId === driverId && (!vehicleId || before.vehicleId === vehicleId)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'This driver already has the ride.');
  }
  return assignToDriver(before, {
    driverId,
    vehicleId,
    by,
    allowsNearly: ({ obstacles }) =>
      allowNearly && obstacles.every(({ reason }) => confirmedReason?.includes(reason) ?? true),
    assignmentWith: async (vehicle) => ({
      driverId,
      name: (await findUser(driverId))?.name ?? '',
      vehicleId: vehicle.id,
      vehicle: formatVehicle(vehicle),
    }),
  }).catch(async (error: unknown) => {
    const newest = await findRide(rideId);
    if (isAssignedAs(newest, assignment, by)) return newest;
    throw error;
  });
}

/** Whether the same command has already assigned the ride, and its driver still has it in that vehicle. */
function isAssignedAs(
  ride: RideRecord,
  { version, driverId, vehicleId }: BodyOf<typeof assignCall>,
  by: AuditActor,
): boolean {
  const made = findRepeatedChange(ride, { version, by });
  if (!made?.assigned || !isInForce(ride, made)) return false;
  return ride.driverId === driverId && (!vehicleId || ride.vehicleId === vehicleId);
}

/**
 * Takes an accepted ride from its driver on behalf of staff; it becomes an offer again. A repeat changes
 * nothing.
 *
 * @throws AppError RIDE_CHANGED when it changed since `version`; RIDE_STATE_CONFLICT unless it is accepted,
 * settled, and there is still time for another driver to accept; NOT_FOUND
 */
export async function unassignRide(
  rideId: string,
  unassignment: BodyOf<typeof unassignCall>,
  by: AuditActor,
): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (isUnassignedAs(ride, unassignment, by)) return ride;
  requireVersion(ride, unassignment.version);
  const open = await offerIfUnchanged(ride, { by, text: unassignment.reason });
  if (open) return open;
  const newest = await findRide(rideId);
  if (isUnassignedAs(newest, unassignment, by)) return newest;
  throw rideChangedError(newest);
}

/** Whether the same command has already unassigned the ride, and nobody has it since. */
function isUnassignedAs(
  ride: RideRecord,
  { version, reason }: BodyOf<typeof unassignCall>,
  by: AuditActor,
): boolean {
  const made = findRepeatedChange(ride, { version, by });
  return made?.change === 'unassigned' && made.text === reason && isInForce(ride, made);
}

interface OfferingAgain {
  /** Whether staff unassigned the ride or the driver gave it back. */
  change?: 'unassigned' | 'given_back';
  by: AuditActor;
  /** The reason. */
  text?: string;
  isUndo?: true;
}

/**
 * Makes an accepted ride, as it was read, an offer again.
 *
 * @throws AppError RIDE_CHANGED, RIDE_STATE_CONFLICT
 */
export async function offerAgain(ride: RideRecord, offering: OfferingAgain): Promise<RideRecord> {
  const open = await offerIfUnchanged(ride, offering);
  if (!open) throw rideChangedError(await findRide(ride.id));
  return open;
}

/**
 * Makes an accepted ride, as it was read, an offer again.
 *
 * @returns null when it changed since it was read
 * @throws AppError RIDE_STATE_CONFLICT
 */
export async function offerIfUnchanged(
  ride: RideRecord,
  { change = 'unassigned', by, text, isUndo }: OfferingAgain,
): Promise<RideRecord | null> {
  const former = await currentAssignment(ride);
  if (ride.status !== 'accepted' || !former) {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only an accepted ride can be taken from its driver.');
  }
  if (!isSettled(ride)) {
    throw new AppError(
      'RIDE_STATE_CONFLICT',
      'This ride’s payment is not settled, so nobody else would see it.',
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
    // A driver who gives the ride back and accepts it again gets no new PIN tries; unassigning by staff
    // resets them.
    patch: { ...free, ...(change === 'unassigned' && { pinTries: 0 }) },
    details: { former, ...(isUndo && { isUndo }) },
    audit: isStaffRole(by.role) && dispatchAudit(ride, free, { action, reason: text }),
  });
}
