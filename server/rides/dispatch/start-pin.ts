import { timingSafeEqual } from 'node:crypto';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { firstNameOf } from '#common/users/user.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { startPinOf } from './derive-pin.ts';

/** How many wrong PINs a driver may enter for a ride. */
const MAX_TRIES = 5;

/** The rider's first name, as `Alex`. */
export const riderName = ({ customerName }: RideRecord): string => firstNameOf(customerName) || 'your rider';

/**
 * Checks the PIN that a driver enters. Uses up a try in one guarded statement before comparing, and returns
 * it when the PIN is right. So concurrent requests can never compare more than five wrong PINs.
 *
 * @param question the message of PIN_REQUIRED
 * @throws AppError PIN_REQUIRED without a PIN; WRONG_PIN; PIN_LOCKED after five wrong PINs
 */
export async function requirePin(
  ride: RideRecord,
  pin: string | undefined,
  question = `Ask ${riderName(ride)} for their PIN.`,
): Promise<void> {
  if (pin === undefined) throw new AppError('PIN_REQUIRED', question);
  const tried = await RideModel.findOneAndUpdate(
    { _id: ride.id, pinTries: { $ne: MAX_TRIES } },
    { $inc: { pinTries: 1 } },
    { returnDocument: 'after' },
  ).lean<RideDoc>();
  if (!tried) throw locked();
  if (timingSafeEqual(Buffer.from(pin), Buffer.from(startPinOf(ride.id)))) {
    await RideModel.updateOne({ _id: ride.id, pinTries: { $gt: 0 } }, { $inc: { pinTries: -1 } });
    return;
  }
  const left = MAX_TRIES - (tried.pinTries ?? 1);
  if (left === 0) throw locked();
  const tries = left === 1 ? '1 try' : `${left} tries`;
  throw new AppError('WRONG_PIN', `That is not ${riderName(ride)}'s PIN. ${tries} left.`);
}

const locked = () => new AppError('PIN_LOCKED', 'Too many tries. Call dispatch.');

/**
 * Sets whether the rider wants the driver to enter the start PIN. Turning it on resets the driver's tries. A
 * repeat changes nothing.
 *
 * @throws AppError RIDE_STATE_CONFLICT once the ride has begun
 */
export async function setStartPin(
  ride: RideRecord,
  { isWanted, by }: { isWanted: boolean; by: AuditActor },
): Promise<RideRecord> {
  if ((ride.wantsPin ?? false) === isWanted) return ride;
  const changed = await transitionRide({
    rideId: ride.id,
    change: isWanted ? 'pin_wanted' : 'pin_waived',
    by,
    guard: { status: { $in: ['requested', 'accepted'] } },
    patch: { wantsPin: isWanted, ...(isWanted && { pinTries: 0 }) },
  });
  if (!changed) throw new AppError('RIDE_STATE_CONFLICT', 'The PIN is asked for before the ride begins.');
  return changed;
}
