import { AppError } from '#common/errors.ts';
import type { VehicleId } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle, VehicleState } from '#common/vehicles/vehicle.ts';
import { toFleetVehicle, type VehicleDoc, VehicleModel } from './vehicle-model.ts';

/** Returns the vehicle with this id. @throws AppError NOT_FOUND */
export async function findVehicleById(vehicleId: string): Promise<FleetVehicle> {
  const doc = await VehicleModel.findById(vehicleId).lean<VehicleDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such vehicle.');
  return toFleetVehicle(doc);
}

/** Returns those of the vehicles that exist. */
export async function findVehiclesById(vehicleIds: readonly string[]): Promise<FleetVehicle[]> {
  if (vehicleIds.length === 0) return [];
  const docs = await VehicleModel.find({ _id: { $in: vehicleIds } }).lean<VehicleDoc[]>();
  return docs.map(toFleetVehicle);
}

/** Returns the ids of the vehicles out of service. */
export async function listVehiclesOutOfService(): Promise<string[]> {
  const docs = await VehicleModel.find({ state: 'out-of-service' }, { _id: 1 }).lean<
    Pick<VehicleDoc, '_id'>[]
  >();
  return docs.map(({ _id }) => _id.toHexString());
}

/** Returns the vehicles with a paper that expires on `date` (YYYY-MM-DD) or earlier. */
export async function listVehiclesWithPapersUntil(date: string): Promise<FleetVehicle[]> {
  const docs = await VehicleModel.find({ 'documents.expiresOn': { $lte: date } }).lean<VehicleDoc[]>();
  return docs.map(toFleetVehicle);
}

/** Returns those of the file ids that a vehicle's papers contain. */
export async function findFilesOfVehicles(fileIds: readonly string[]): Promise<string[]> {
  const docs = await VehicleModel.find({ 'documents.file.id': { $in: fileIds } }).lean<VehicleDoc[]>();
  return docs.flatMap(({ documents }) => documents.flatMap(({ file }) => file?.id ?? []));
}

/** Returns the vehicles that any of these drivers drives, by label and plate. */
export async function listDrivenVehicles(driverIds: readonly string[]): Promise<FleetVehicle[]> {
  const docs = await VehicleModel.find({ driverIds: { $in: driverIds } })
    .sort({ label: 1, plate: 1 })
    .lean<VehicleDoc[]>();
  return docs.map(toFleetVehicle);
}

interface VehiclePage {
  /** The `next` of the previous page. */
  after?: string | undefined;
  limit: number;
  state?: VehicleState | undefined;
}

/** Returns a page of the fleet, by plate. `next` is null on the last page. */
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

/** Returns how many active vehicles serve a kind. */
export const countServing = (rideType: VehicleId): Promise<number> =>
  VehicleModel.countDocuments({ state: 'active', $or: [{ rideType }, { alsoServes: rideType }] });
