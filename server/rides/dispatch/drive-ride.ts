import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { formatWhen } from '#common/format-date-time.ts';
import { isEarlySetOff } from '#common/rides/punctuality.ts';
import {
  type Milestone,
  RIDE_STATES,
  type RideStatus,
  STAMPS,
  type Stamp,
  stampsAhead,
  statusesBefore,
} from '#common/rides/ride-states.ts';
import { waitingCharge } from '#common/rides/waiting.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { driverOf } from '../ride-actors.ts';
import type { RideRecord } from '../ride-model.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { requirePin } from './start-pin.ts';
import { requireMayDrive, startRide } from './start-ride.ts';

interface MilestoneOptions {
  /** Confirms an early start or departure, long before the pickup. */
  confirmEarly?: boolean | undefined;
  /** The PIN that the rider gave the driver. */
  pin?: string | undefined;
  /** The client's network (`clientNetworkOf`), for the history. */
  address?: string | null;
}

/**
 * Moves a driver's ride to a milestone. A repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT when the current status does not lead there; NOT_FOUND when another
 * driver has it; TOO_EARLY; what `requireMayDrive` and `startRide` throw
 */
export async function reachMilestone(
  ride: RideRecord,
  to: Milestone,
  { confirmEarly = false, pin, address = null }: MilestoneOptions = {},
): Promise<RideRecord> {
  const by = await driverOf(ride, address);
  if (to !== 'in_progress') return stampRide(ride, to, { by, confirmEarly });
  if (!statusesBefore(to).includes(ride.status)) return findReached(ride, to);
  const reach = (isEarly: boolean) => moveTo(ride, to, { by, isEarly });
  return startRide(ride, { confirmEarly, pin }, reach);
}

interface Stamping {
  by: AuditActor;
  confirmEarly: boolean;
}

/**
 * Records a stamp on an accepted ride.
 *
 * @throws AppError RIDE_STATE_CONFLICT, TOO_EARLY; what `requireMayDrive` throws
 */
async function stampRide(
  ride: RideRecord,
  stamp: Stamp,
  { by, confirmEarly }: Stamping,
): Promise<RideRecord> {
  const { field } = STAMPS[stamp];
  if (ride.status !== 'accepted' || !stampsAhead(ride).includes(stamp)) return findStamped(ride, stamp);
  await requireMayDrive(ride);
  const isEarly = isEarlySetOff(new Date(ride.scheduledAt), databaseClock.now());
  if (isEarly && !confirmEarly) {
    const when = formatWhen(new Date(ride.scheduledAt), databaseClock.now());
    throw new AppError('TOO_EARLY', `The pickup is ${when}. Tell your rider now that you are on the way?`);
  }
  const stamped = await transitionRide({
    rideId: ride.id,
    change: stamp,
    by,
    guard: { status: 'accepted', driverId: ride.driverId, [field]: null },
    patch: { [field]: databaseClock.now() },
    ...(isEarly && { details: { note: 'early' } }),
  });
  return stamped ?? findStamped(ride, stamp);
}

/**
 * Returns the stamped ride, for a repeat.
 *
 * @throws AppError RIDE_STATE_CONFLICT when the stamp is not set or the ride is cancelled; NOT_FOUND for a
 * former driver
 */
async function findStamped(read: RideRecord, stamp: Stamp): Promise<RideRecord> {
  const ride = await findAgain(read);
  const { field, action } = STAMPS[stamp];
  if (ride[field] !== null && ride.status !== 'cancelled') return ride;
  throw new AppError('RIDE_STATE_CONFLICT', action.refusal);
}

interface Step {
  by: AuditActor;
  isEarly: boolean;
}

async function moveTo(ride: RideRecord, to: 'in_progress', { by, isEarly }: Step): Promise<RideRecord> {
  const moved = await transitionRide({
    rideId: ride.id,
    change: to,
    by,
    guard: {
      status: { $in: statusesBefore(to) },
      driverId: ride.driverId,
      // If the rider has turned the PIN on since the ride was read, the guard fails and the PIN is required.
      // A PIN turned on before was checked by `startRide`.
      ...(!ride.wantsPin && { wantsPin: { $ne: true } }),
    },
    patch: { status: to, waiting: waitingCharge(ride, databaseClock.now()) },
    ...(isEarly && { details: { note: 'early' } }),
  });
  if (moved) return moved;
  const current = await findAgain(ride);
  if (current.status === ride.status && current.wantsPin && !ride.wantsPin)
    await requirePin(current, undefined);
  return findReached(ride, to);
}

/**
 * Returns the ride if it has this status, for a repeat.
 *
 * @throws AppError RIDE_STATE_CONFLICT in any other status; NOT_FOUND for a former driver
 */
export async function findReached(read: RideRecord, status: RideStatus): Promise<RideRecord> {
  const ride = await findAgain(read);
  if (ride.status === status) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES[status].action?.refusal ?? 'The ride has moved on.');
}

/**
 * Reads a ride again for the driver it had when it was first read.
 *
 * @throws AppError NOT_FOUND when staff have reassigned it
 */
async function findAgain({ id, driverId }: RideRecord): Promise<RideRecord> {
  const ride = await findRide(id);
  authorize({ driverId: driverId ?? undefined }, 'drive', ride);
  return ride;
}
