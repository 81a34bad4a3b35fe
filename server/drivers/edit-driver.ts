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
export async function addDriverPapers(
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

/**
 * Builds the VERSION_CONFLICT that names who changed a driver.
 *
 * @param what the action to repeat, such as `save`
 */
export async function editedMeanwhile(driverId: string, what: string): Promise<AppError> {
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
