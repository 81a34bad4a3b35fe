import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { EARLY_SET_OFF_MS } from '#common/rides/overlap.ts';
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
import { pickupInWords } from './pickup-in-words.ts';
import { requirePin } from './start-pin.ts';
import { requireMayDrive, startRide } from './start-ride.ts';

interface MilestoneOptions {
  /** Starts, or sets off, although the pickup is still far ahead. */
  confirmEarly?: boolean | undefined;
  /** What its rider told the driver. */
  pin?: string | undefined;
  /** Where from, for the history. */
  address?: string | null;
}

/**
 * The ride's driver moves it to a milestone; a repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT in any status that does not lead there; NOT_FOUND once it is another driver's; TOO_EARLY;
 * what `requireMayDrive` and `startRide` throw
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

/** Notes an instant on the way to an accepted ride. @throws AppError RIDE_STATE_CONFLICT, TOO_EARLY; what `requireMayDrive` throws */
async function stampRide(
  ride: RideRecord,
  stamp: Stamp,
  { by, confirmEarly }: Stamping,
): Promise<RideRecord> {
  const { field } = STAMPS[stamp];
  if (ride.status !== 'accepted' || !stampsAhead(ride).includes(stamp)) return findStamped(ride, stamp);
  await requireMayDrive(ride);
  const isEarly = Date.parse(ride.scheduledAt) - databaseClock.nowMs() > EARLY_SET_OFF_MS;
  if (isEarly && !confirmEarly) {
    const when = pickupInWords(new Date(ride.scheduledAt), databaseClock.now());
    throw new AppError('TOO_EARLY', `The pickup is ${when}. Tell your rider now that you are on the way?`);
  }
  const stamped = await transitionRide({
    rideId: ride.id,
    change: stamp,
    by,
    guard: { status: 'accepted', driverId: ride.driverId, [field]: null },
    patch: { [field]: databaseClock.now() },
    ...(isEarly && { note: 'early' }),
  });
  return stamped ?? findStamped(ride, stamp);
}

/** For a repeat. @throws AppError RIDE_STATE_CONFLICT where the stamp is not set; NOT_FOUND to a former driver */
async function findStamped(read: RideRecord, stamp: Stamp): Promise<RideRecord> {
  const ride = await findAgain(read);
  const { field, action } = STAMPS[stamp];
  if (ride[field] !== null) return ride;
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
      // Where it was wanted before, it was asked for.
      ...(!ride.wantsPin && { wantsPin: { $ne: true } }),
    },
    patch: { status: to, waiting: waitingCharge(ride, databaseClock.now()) },
    ...(isEarly && { note: 'early' }),
  });
  if (moved) return moved;
  const current = await findAgain(ride);
  if (current.status === ride.status && current.wantsPin && !ride.wantsPin)
    await requirePin(current, undefined);
  return findReached(ride, to);
}

/** For a repeat. @throws AppError RIDE_STATE_CONFLICT in any other status, NOT_FOUND to a former driver */
export async function findReached(read: RideRecord, status: RideStatus): Promise<RideRecord> {
  const ride = await findAgain(read);
  if (ride.status === status) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES[status].action?.refusal ?? 'The ride has moved on.');
}

/** A ride as it is now, for who was its driver when it was read: staff may have given it to another since. */
async function findAgain({ id, driverId }: RideRecord): Promise<RideRecord> {
  const ride = await findRide(id);
  authorize({ driverId: driverId ?? undefined }, 'drive', ride);
  return ride;
}
