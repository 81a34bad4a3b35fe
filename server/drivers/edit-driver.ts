import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { editDriver as editCall, setWeeklyHours as setHoursCall } from '#common/drivers/drivers-api.ts';
import type { BodyOf } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { withNewerPapers } from '#common/papers.ts';
import { handOverFiles, releaseFiles, takeFiles } from '../files/take-files.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { changedByNow, formatLastChange } from '../last-change.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';
import { driverOutbox } from './driver-outbox.ts';
import { findApprovedDriver } from './driver-queries.ts';
import { stateRefusal } from './driver-refusals.ts';
import type { DriverWithVehicles } from './served-kinds.ts';

/** Optional initial fields of an approved driver. */
export type NewDriver = Partial<Pick<DriverDoc, 'documents' | 'weeklyHours' | 'isOnDuty'>>;

/** Approves a user with the driver role, off duty by default. An existing driver stays as they are. */
export async function createDriver(userId: string, driver: NewDriver = {}): Promise<void> {
  const { upsertedCount } = await DriverModel.updateOne(
    { _id: userId },
    {
      $setOnInsert: {
        state: 'active',
        suspension: null,
        isOnDuty: false,
        dutySince: databaseClock.now(),
        weeklyHours: [],
        documents: [],
        claims: [],
        version: 1,
        unpublishedSince: databaseClock.now(),
        ...driver,
      },
    },
    { upsert: true },
  );
  if (upsertedCount > 0) await driverOutbox.publish(userId);
}

const ATTEMPTS = 5;

/**
 * Records papers of a driver who exists, each in place of those of its kind, unless one of these is valid
 * longer. Does nothing for a user without a driver's record. Idempotent.
 *
 * @param by name of the staff member who checked the papers
 * @throws AppError VERSION_CONFLICT if others keep changing the driver meanwhile
 */
export async function addPapers(
  driverId: string,
  papers: DriverDoc['documents'],
  by: string | null,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await DriverModel.findById(driverId).lean<DriverDoc>();
    if (!before) return;
    const documents = withNewerPapers(before.documents, papers);
    if (!documents) return;
    const { matchedCount } = await DriverModel.updateOne(
      { _id: driverId, version: before.version },
      { $set: { documents, ...changedByNow(by) }, $inc: { version: 1 }, ...MARK_UNPUBLISHED },
    );
    if (matchedCount > 0) {
      await driverOutbox.publish(driverId);
      return releaseFiles(before.documents, documents);
    }
  }
  throw new AppError('VERSION_CONFLICT', 'Others are changing this driver. The papers are not recorded yet.');
}

const ownerOf = (driverId: string): string => `driver ${driverId}`;

/**
 * Transfers the files of an applicant's papers to the driver, so that their owner is no longer an email
 * address. Idempotent.
 */
export const handOverToDriver = (driverId: string, papers: DriverDoc['documents']): Promise<void> =>
  handOverFiles(papers, ownerOf(driverId));

/** Puts a driver on or off duty. Idempotent. @throws AppError FORBIDDEN unless the driver is active */
export async function setDuty(driverId: string, isOnDuty: boolean): Promise<void> {
  const { matchedCount } = await DriverModel.updateOne(
    { _id: driverId, isOnDuty: !isOnDuty, ...(isOnDuty && { state: 'active' }) },
    { $set: { isOnDuty, dutySince: databaseClock.now() }, ...MARK_UNPUBLISHED },
  );
  if (matchedCount === 0) await requireActive(driverId);
  else await driverOutbox.publish(driverId);
}

async function requireActive(driverId: string): Promise<void> {
  const doc = await DriverModel.findById(driverId, { state: 1 }).lean<Pick<DriverDoc, 'state'>>();
  const refusal = stateRefusal(doc);
  if (refusal) throw refusal;
}

/**
 * Changes a driver's papers or hours.
 *
 * @param by name of the staff member
 * @returns the driver before and after the change
 * @throws AppError NOT_FOUND, VERSION_CONFLICT
 * @throws AppError INVALID_REQUEST if a file no longer exists
 */
export async function editDriver(
  driverId: string,
  { version, ...changes }: Omit<BodyOf<typeof editCall>, 'name'>,
  by: string,
): Promise<{ before: DriverWithVehicles; driver: DriverWithVehicles }> {
  const before = await findApprovedDriver(driverId);
  if (before.version === version) {
    const files = {
      owner: ownerOf(driverId),
      isByStaff: true,
      field: 'documents',
      before: before.documents,
    };
    const documents = changes.documents && (await takeFiles(changes.documents, files));
    const { matchedCount } = await DriverModel.updateOne(
      { _id: driverId, version },
      {
        $set: { ...changes, ...(documents && { documents }), ...changedByNow(by) },
        $inc: { version: 1 },
        ...MARK_UNPUBLISHED,
      },
    );
    if (matchedCount > 0) {
      await driverOutbox.publish(driverId);
      if (documents) await releaseFiles(before.documents, documents);
      return { before, driver: await findApprovedDriver(driverId) };
    }
  }
  throw await editedMeanwhile(driverId, 'save');
}

/** @param what the action to repeat, such as `save` */
async function editedMeanwhile(driverId: string, what: string): Promise<AppError> {
  const now = await DriverModel.findById(driverId, { changedBy: 1 }).lean<Pick<DriverDoc, 'changedBy'>>();
  const who = formatLastChange(now?.changedBy, 'this driver');
  return new AppError('VERSION_CONFLICT', `${who} Please look again, then ${what}.`);
}

/**
 * Sets a driver's proposed working hours.
 *
 * @param hours with the driver's version that they are based on; not checked when absent
 * @param by name of the driver
 * @throws AppError FORBIDDEN unless active
 * @throws AppError VERSION_CONFLICT
 */
export async function setWeeklyHours(
  driverId: string,
  { weeklyHours, version }: BodyOf<typeof setHoursCall>,
  by: string | null,
): Promise<DriverWithVehicles> {
  const { matchedCount } = await DriverModel.updateOne(
    { _id: driverId, state: 'active', ...(version !== undefined && { version }) },
    { $set: { weeklyHours, ...changedByNow(by) }, $inc: { version: 1 } },
  );
  if (matchedCount === 0) {
    await requireActive(driverId);
    throw await editedMeanwhile(driverId, 'save');
  }
  return findApprovedDriver(driverId);
}

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
