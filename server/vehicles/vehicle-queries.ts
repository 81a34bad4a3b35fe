import { AppError } from '#common/errors.ts';
import type { VehicleId } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle, VehicleState } from '#common/vehicles/vehicle.ts';
import { toFleetVehicle, type VehicleDoc, VehicleModel } from './vehicle-model.ts';

/** The vehicle with this id. @throws AppError NOT_FOUND */
export async function findVehicleById(vehicleId: string): Promise<FleetVehicle> {
  const doc = await VehicleModel.findById(vehicleId).lean<VehicleDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such vehicle.');
  return toFleetVehicle(doc);
}

/** The vehicles with these ids, those there are. */
export async function findVehiclesById(vehicleIds: readonly string[]): Promise<FleetVehicle[]> {
  if (vehicleIds.length === 0) return [];
  const docs = await VehicleModel.find({ _id: { $in: vehicleIds } }).lean<VehicleDoc[]>();
  return docs.map(toFleetVehicle);
}

/** Ids of the vehicles that are out of service. */
export async function listVehiclesOutOfService(): Promise<string[]> {
  const docs = await VehicleModel.find({ state: 'out-of-service' }, { _id: 1 }).lean<
    Pick<VehicleDoc, '_id'>[]
  >();
  return docs.map(({ _id }) => _id.toHexString());
}

/** The vehicles of whose papers one is valid until `date` (YYYY-MM-DD) at most. */
export async function listVehiclesWithPapersUntil(date: string): Promise<FleetVehicle[]> {
  const docs = await VehicleModel.find({ 'documents.expiresOn': { $lte: date } }).lean<VehicleDoc[]>();
  return docs.map(toFleetVehicle);
}

/** Of some ids of files, those that a vehicle's papers name. */
export async function findFilesOfVehicles(fileIds: readonly string[]): Promise<string[]> {
  const docs = await VehicleModel.find({ 'documents.file.id': { $in: fileIds } }).lean<VehicleDoc[]>();
  return docs.flatMap(({ documents }) => documents.flatMap(({ file }) => file?.id ?? []));
}

/** The vehicles that some drivers drive, by label and plate. */
export async function listDrivenVehicles(driverIds: readonly string[]): Promise<FleetVehicle[]> {
  const docs = await VehicleModel.find({ driverIds: { $in: driverIds } })
    .sort({ label: 1, plate: 1 })
    .lean<VehicleDoc[]>();
  return docs.map(toFleetVehicle);
}

interface VehiclePage {
  /** The `next` of the page before. */
  after?: string | undefined;
  limit: number;
  state?: VehicleState | undefined;
}

/** A page of the fleet, by plate; `next` is null on the last. */
export async function listVehicles({ after, limit, state }: VehiclePage): Promise<{
  vehicles: FleetVehicle[];
  next: string | null;
}> {
  const docs = await VehicleModel.find({
    ...(state && { state }),
    ...(after !== undefined && { plate: { $gt: after } }),
  })
    .sort({ plate: 1 })
    .limit(limit + 1)
    .lean<VehicleDoc[]>();
  const vehicles = docs.slice(0, limit).map(toFleetVehicle);
  return { vehicles, next: docs.length > limit ? (vehicles.at(-1)?.plate ?? null) : null };
}

/** How many vehicles on the road serve a kind. */
export const countServing = (rideType: VehicleId): Promise<number> =>
  VehicleModel.countDocuments({ state: 'active', $or: [{ rideType }, { alsoServes: rideType }] });
