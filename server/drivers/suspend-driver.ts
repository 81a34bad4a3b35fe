import type { QueryFilter, UpdateQuery } from 'mongoose';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { changedByNow } from '../last-change.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';
import { driverOutbox } from './driver-outbox.ts';
import { findApprovedDriver } from './driver-queries.ts';
import { editedMeanwhile } from './edit-driver.ts';
import type { DriverWithVehicles } from './served-kinds.ts';

const FOR_DELETION = { state: 'suspended', 'suspension.reason': 'The account is being deleted.' } as const;

/** Matches a driver who is not suspended by staff. */
const NOT_BY_STAFF: QueryFilter<DriverDoc> = { $or: [{ state: 'active' }, FOR_DELETION] };

interface Suspension {
  reason: string;
  at: Date;
}

const suspend = (suspension: Suspension, by: string | null): UpdateQuery<DriverDoc> => ({
  $set: {
    ...{ state: 'suspended', suspension, isOnDuty: false, dutySince: suspension.at },
    ...changedByNow(by),
  },
  $inc: { version: 1 },
  ...MARK_UNPUBLISHED,
});

/**
 * Suspends a driver: off duty at once, and removed from the offers on every node. Idempotent, but published
 * again. A suspension by staff replaces that of an account deletion, and so remains if the deletion is
 * refused.
 *
 * @param by name of the staff member
 * @returns the driver, and whether this call suspended them
 * @throws AppError NOT_FOUND
 */
export async function suspendDriver(
  driverId: string,
  reason: string,
  by: string,
): Promise<{ driver: DriverWithVehicles; isChanged: boolean }> {
  const suspension = { reason, at: databaseClock.now() };
  const { matchedCount } = await DriverModel.updateOne(
    { _id: driverId, ...NOT_BY_STAFF },
    suspend(suspension, by),
  );
  await driverOutbox.publish(driverId);
  return { driver: await findApprovedDriver(driverId), isChanged: matchedCount > 0 };
}

/**
 * Suspends a driver whose account is about to be deleted, so that they accept no more rides. Does nothing for
 * a user who is not a driver or whom staff have suspended.
 *
 * @param by name of the person who deletes the account; null for a job
 * @returns `resume` ends this suspension, and only this one
 */
export async function suspendForDeletion(
  driverId: string,
  by: string | null,
): Promise<{ resume: () => Promise<void> }> {
  const at = databaseClock.now();
  const before = await DriverModel.findOneAndUpdate(
    { _id: driverId, ...NOT_BY_STAFF },
    suspend({ reason: FOR_DELETION['suspension.reason'], at }, by),
    { returnDocument: 'before' },
  ).lean<DriverDoc>();
  if (!before) return { resume: () => Promise.resolve() };
  await driverOutbox.publish(driverId);
  const guard = { ...FOR_DELETION, 'suspension.at': at };
  return {
    resume: async () => {
      await endSuspension(driverId, guard, { by, isOnDuty: before.isOnDuty });
    },
  };
}

/** Returns the ids of drivers who have been suspended for account deletion since before this instant. */
export async function listSuspendedForDeletion(before: Date): Promise<string[]> {
  const docs = await DriverModel.find({ ...FOR_DELETION, 'suspension.at': { $lt: before } }, { _id: 1 }).lean<
    Pick<DriverDoc, '_id'>[]
  >();
  return docs.map(({ _id }) => _id.toHexString());
}

/** Ends the suspension for account deletion after the deletion did not happen. The driver stays off duty. */
export async function resumeAfterDeletion(driverId: string, before: Date): Promise<void> {
  await endSuspension(driverId, { ...FOR_DELETION, 'suspension.at': { $lt: before } }, { by: null });
}

/**
 * Ends a suspension. Idempotent.
 *
 * @param by name of the staff member
 * @param version of the driver on screen; not checked when absent
 * @returns the driver, and whether this call reinstated them
 * @throws AppError NOT_FOUND
 * @throws AppError VERSION_CONFLICT if the driver is suspended but has changed since this version
 */
export async function reinstateDriver(
  driverId: string,
  by: string,
  version?: number,
): Promise<{ driver: DriverWithVehicles; isChanged: boolean }> {
  const guard = { state: 'suspended', ...(version !== undefined && { version }) } as const;
  const isChanged = await endSuspension(driverId, guard, { by });
  const driver = await findApprovedDriver(driverId);
  if (!isChanged && driver.state === 'suspended') throw await editedMeanwhile(driverId, 'reinstate');
  return { driver, isChanged };
}

/** @returns whether it ended one */
async function endSuspension(
  driverId: string,
  guard: QueryFilter<DriverDoc>,
  { by, isOnDuty = false }: { by: string | null; isOnDuty?: boolean },
): Promise<boolean> {
  const duty = isOnDuty && { isOnDuty, dutySince: databaseClock.now() };
  const { matchedCount } = await DriverModel.updateOne(
    { ...guard, _id: driverId },
    {
      $set: { state: 'active', suspension: null, ...duty, ...changedByNow(by) },
      $inc: { version: 1 },
      ...MARK_UNPUBLISHED,
    },
  );
  await driverOutbox.publish(driverId);
  return matchedCount > 0;
}
