import type { UpdateQuery } from 'mongoose';
import type { editDriver as editCall } from '#common/drivers/drivers-api.ts';
import type { BodyOf } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { lastChangeInWords } from '../audit-log/last-change.ts';
import { releaseFiles, takeFiles } from '../files/take-files.ts';
import { announceDrivers } from './announce-drivers.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';
import { findApprovedDriver } from './driver-queries.ts';
import type { DriverWithVehicles } from './served-kinds.ts';
import { standingRefusal } from './standing-refusal.ts';

/** What an approved driver begins with. */
export type NewDriver = Partial<Pick<DriverDoc, 'documents' | 'weeklyHours' | 'isOnDuty'>>;

/** Makes a user with the role of a driver an approved one, off duty. One who is already stays as they are. */
export async function createDriver(userId: string, driver: NewDriver = {}): Promise<void> {
  const { upsertedCount } = await DriverModel.updateOne(
    { _id: userId },
    {
      $setOnInsert: {
        state: 'active',
        suspension: null,
        isOnDuty: false,
        dutySince: new Date(),
        weeklyHours: [],
        documents: [],
        claims: [],
        version: 1,
        ...driver,
      },
    },
    { upsert: true },
  );
  if (upsertedCount > 0) await announceDrivers([userId]);
}

/** Puts a driver on or off duty; a repeat changes nothing. @throws AppError FORBIDDEN unless active */
export async function setDuty(driverId: string, isOnDuty: boolean): Promise<void> {
  const { matchedCount } = await DriverModel.updateOne(
    { _id: driverId, isOnDuty: !isOnDuty, ...(isOnDuty && { state: 'active' }) },
    { $set: { isOnDuty, dutySince: new Date() } },
  );
  if (matchedCount === 0) await requireActive(driverId);
  else await announceDrivers([driverId]);
}

async function requireActive(driverId: string): Promise<void> {
  const doc = await DriverModel.findById(driverId, { state: 1 }).lean<Pick<DriverDoc, 'state'>>();
  const refusal = standingRefusal(doc);
  if (refusal) throw refusal;
}

/**
 * Changes a driver's papers or hours.
 *
 * @returns them as they were and as they are
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, INVALID_REQUEST for a file that is gone
 */
export async function editDriver(
  driverId: string,
  { version, ...changes }: BodyOf<typeof editCall>,
): Promise<{ before: DriverWithVehicles; driver: DriverWithVehicles }> {
  const before = await findApprovedDriver(driverId);
  if (before.version === version) {
    const files = {
      owner: `driver ${driverId}`,
      isByStaff: true,
      field: 'documents',
      before: before.documents,
    };
    const documents = changes.documents && (await takeFiles(changes.documents, files));
    const { matchedCount } = await DriverModel.updateOne(
      { _id: driverId, version },
      { $set: { ...changes, ...(documents && { documents }) }, $inc: { version: 1 } },
    );
    if (matchedCount > 0) {
      await announceDrivers([driverId]);
      if (documents) await releaseFiles(before.documents, documents);
      return { before, driver: await findApprovedDriver(driverId) };
    }
  }
  const who = await lastChangeInWords(driverId, 'this driver');
  throw new AppError('VERSION_CONFLICT', `${who} Please look again, then save.`);
}

/** Sets the hours a driver proposes to work. @throws AppError FORBIDDEN unless active */
export async function setWeeklyHours(
  driverId: string,
  weeklyHours: DriverDoc['weeklyHours'],
): Promise<DriverWithVehicles> {
  const { matchedCount } = await DriverModel.updateOne(
    { _id: driverId, state: 'active' },
    { $set: { weeklyHours }, $inc: { version: 1 } },
  );
  if (matchedCount === 0) await requireActive(driverId);
  return findApprovedDriver(driverId);
}

/**
 * Suspends a driver: off duty at once, and out of the offers on every node. A repeat changes nothing, but is
 * announced again.
 *
 * @throws AppError NOT_FOUND
 */
export async function suspendDriver(driverId: string, reason: string): Promise<DriverWithVehicles> {
  const now = new Date();
  return changeState(driverId, 'active', {
    state: 'suspended',
    suspension: { reason, at: now },
    isOnDuty: false,
    dutySince: now,
  });
}

const DELETION = 'The account is being deleted.';

/**
 * Suspends a driver whose account is to be deleted, so that they accept nothing from then on; nothing happens to who is none.
 *
 * @returns takes that back
 */
export async function suspendForDeletion(driverId: string): Promise<{ resume: () => Promise<void> }> {
  const driver = await DriverModel.findById(driverId, { state: 1, isOnDuty: 1 }).lean<
    Pick<DriverDoc, 'state' | 'isOnDuty'>
  >();
  if (driver?.state !== 'active') return { resume: () => Promise.resolve() };
  await suspendDriver(driverId, DELETION);
  return {
    async resume() {
      await reinstateDriver(driverId);
      if (driver.isOnDuty) await setDuty(driverId, true);
    },
  };
}

/** Ends the suspension of a driver whose account was not deleted after all, and none by staff; they stay off duty. */
export async function resumeAfterDeletion(driverId: string): Promise<void> {
  const { modifiedCount } = await DriverModel.updateOne(
    { _id: driverId, state: 'suspended', 'suspension.reason': DELETION },
    { $set: { state: 'active', suspension: null }, $inc: { version: 1 } },
  );
  if (modifiedCount > 0) await announceDrivers([driverId]);
}

/** Ends a suspension; a repeat changes nothing. @throws AppError NOT_FOUND */
export const reinstateDriver = (driverId: string): Promise<DriverWithVehicles> =>
  changeState(driverId, 'suspended', { state: 'active', suspension: null });

async function changeState(
  driverId: string,
  from: DriverDoc['state'],
  changes: NonNullable<UpdateQuery<DriverDoc>['$set']>,
): Promise<DriverWithVehicles> {
  await DriverModel.updateOne({ _id: driverId, state: from }, { $set: changes, $inc: { version: 1 } });
  await announceDrivers([driverId]);
  return findApprovedDriver(driverId);
}
