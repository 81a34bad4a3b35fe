import type { DriverState, ServedKind } from '#common/drivers/driver.ts';
import { AppError } from '#common/errors.ts';
import { dateInVegas } from '#common/time.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { listDrivenVehicles } from '../vehicles/vehicle-queries.ts';
import { type DriverDoc, DriverModel, type DriverRecord, toDriverRecord } from './driver-model.ts';
import { type DriverWithVehicles, servedKinds } from './served-kinds.ts';

/** Returns the driver with this user id, with their vehicles. Null for a user who was never approved. */
export async function findDriver(driverId: string): Promise<DriverWithVehicles | null> {
  const [driver] = await findDrivers([driverId]);
  return driver ?? null;
}

/** Returns the driver with this user id. @throws AppError NOT_FOUND */
export async function findApprovedDriver(driverId: string): Promise<DriverWithVehicles> {
  const driver = await findDriver(driverId);
  if (!driver) throw noSuchDriver();
  return driver;
}

export const noSuchDriver = () => new AppError('NOT_FOUND', 'There is no such driver.');

/** Returns those of the users who are approved drivers, with their vehicles. */
async function findDrivers(driverIds: readonly string[]): Promise<DriverWithVehicles[]> {
  return withVehicles(await findDriverRecords(driverIds));
}

/** Returns those of the users who are approved drivers. */
export async function findDriverRecords(driverIds: readonly string[]): Promise<DriverRecord[]> {
  if (driverIds.length === 0) return [];
  const docs = await DriverModel.find({ _id: { $in: driverIds } }).lean<DriverDoc[]>();
  return docs.map(toDriverRecord);
}

/** Returns the ids of the suspended drivers. */
export async function listSuspendedDrivers(): Promise<string[]> {
  const docs = await DriverModel.find({ state: 'suspended' }, { _id: 1 }).lean<Pick<DriverDoc, '_id'>[]>();
  return docs.map(({ _id }) => _id.toHexString());
}

/** Returns the drivers with a paper that expires on `date` (YYYY-MM-DD) or earlier. */
export async function listDriversWithPapersUntil(date: string): Promise<DriverRecord[]> {
  const docs = await DriverModel.find({ 'documents.expiresOn': { $lte: date } }).lean<DriverDoc[]>();
  return docs.map(toDriverRecord);
}

/** Returns those of the file ids that a driver's papers contain. */
export async function findFilesOfDrivers(fileIds: readonly string[]): Promise<string[]> {
  const docs = await DriverModel.find({ 'documents.file.id': { $in: fileIds } }).lean<DriverDoc[]>();
  return docs.flatMap(({ documents }) => documents.flatMap(({ file }) => file?.id ?? []));
}

/** Returns all approved drivers, with their vehicles. */
export async function listAllDrivers(): Promise<DriverWithVehicles[]> {
  const docs = await DriverModel.find({}).lean<DriverDoc[]>();
  return withVehicles(docs.map(toDriverRecord));
}

interface DriverPage {
  /** The `next` of the previous page. */
  after?: string | undefined;
  limit: number;
  state?: DriverState | undefined;
}

/** Returns a page of approved drivers, longest approved first. `next` is null on the last page. */
export async function listDrivers(page: DriverPage): Promise<{
  drivers: DriverWithVehicles[];
  next: string | null;
}> {
  const { docs, next } = await readPage(page);
  return { drivers: await withVehicles(docs.map(toDriverRecord)), next };
}

/** Returns the ids of such a page. */
export async function listDriverIds(page: DriverPage): Promise<{ ids: string[]; next: string | null }> {
  const { docs, next } = await readPage(page, { _id: 1 });
  return { ids: docs.map(({ _id }) => _id.toHexString()), next };
}

async function readPage({ after, limit, state }: DriverPage, fields: { _id?: 1 } = {}) {
  const filter = { ...(state && { state }), ...(after !== undefined && { _id: { $gt: after } }) };
  const docs = await DriverModel.find(filter, fields)
    .sort({ _id: 1 })
    .limit(limit + 1)
    .lean<DriverDoc[]>();
  const shown = docs.slice(0, limit);
  return { docs: shown, next: docs.length > limit ? (shown.at(-1)?._id.toHexString() ?? null) : null };
}

/**
 * Returns the ride kinds that drivers are offered today, by user id. Users who are not drivers are missing.
 */
export async function readServedKinds(driverIds: readonly string[]): Promise<Map<string, ServedKind[]>> {
  const today = dateInVegas(databaseClock.now());
  const drivers = await findDrivers(driverIds);
  return new Map(drivers.map((driver) => [driver.id, servedKinds(driver, today)]));
}

async function withVehicles(drivers: readonly DriverRecord[]): Promise<DriverWithVehicles[]> {
  const vehicles = drivers.length > 0 ? await listDrivenVehicles(drivers.map(({ id }) => id)) : [];
  const drivenBy = new Map<string, FleetVehicle[]>(drivers.map(({ id }) => [id, []]));
  for (const vehicle of vehicles) {
    for (const driverId of new Set(vehicle.driverIds)) drivenBy.get(driverId)?.push(vehicle);
  }
  return drivers.map((driver) => ({ ...driver, vehicles: drivenBy.get(driver.id) ?? [] }));
}
