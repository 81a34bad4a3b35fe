import type { BodyOf } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { withNewerPapers } from '#common/papers.ts';
import { type FleetVehicle, seatsProblem, type VehicleState } from '#common/vehicles/vehicle.ts';
import type { addVehicle as addCall, editVehicle as editCall } from '#common/vehicles/vehicles-api.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { handOverFiles, releaseFiles, takeFiles } from '../files/take-files.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { changedByNow, formatLastChange } from '../last-change.ts';
import { toFleetVehicle, type VehicleDoc, VehicleModel } from './vehicle-model.ts';
import { vehicleOutbox } from './vehicle-outbox.ts';
import { findVehicleById } from './vehicle-queries.ts';

/**
 * Adds a vehicle, active at once.
 *
 * @param known papers whose files are kept, from an application
 * @throws AppError INVALID_REQUEST if it has too few seats for a kind it serves, or a file no longer exists
 * @throws AppError PLATE_TAKEN
 */
export async function addVehicle(
  fields: BodyOf<typeof addCall>,
  known: FleetVehicle['documents'] = [],
): Promise<FleetVehicle> {
  requireSeats(fields);
  const _id = newObjectId();
  const documents = await takeFiles(fields.documents, filesOf(_id.toHexString(), known));
  const doc = await keepPlateUnique(fields.plate, () =>
    VehicleModel.create({
      ...{ ...fields, _id, documents },
      ...{ state: 'active', claims: [], version: 1, unpublishedSince: databaseClock.now() },
    }),
  );
  await vehicleOutbox.publish(_id.toHexString());
  return toFleetVehicle(doc.toObject());
}

/**
 * Changes a vehicle that still has this version.
 *
 * @param by name of the staff member
 * @returns the vehicle before and after the change
 * @throws AppError NOT_FOUND, INVALID_REQUEST, VERSION_CONFLICT, PLATE_TAKEN
 */
export async function editVehicle(
  vehicleId: string,
  { version, ...changes }: BodyOf<typeof editCall>,
  by: string,
): Promise<{ before: FleetVehicle; vehicle: FleetVehicle }> {
  const before = await findVehicleById(vehicleId);
  if (before.version !== version) throw await editedMeanwhile(vehicleId);
  const after = { ...before, ...changes };
  requireSeats(after);
  const documents =
    changes.documents && (await takeFiles(changes.documents, filesOf(vehicleId, before.documents)));
  const formerDriverIds = await formerDrivers(before, after);
  const doc = await keepPlateUnique(after.plate, () =>
    VehicleModel.findOneAndUpdate(
      { _id: vehicleId, version },
      {
        $set: {
          ...changes,
          ...(documents && { documents }),
          ...(formerDriverIds && { formerDriverIds }),
          ...changedByNow(by),
        },
        $inc: { version: 1 },
        ...MARK_UNPUBLISHED,
      },
      { returnDocument: 'after' },
    ).lean<VehicleDoc>(),
  );
  if (!doc) throw await editedMeanwhile(vehicleId);
  await vehicleOutbox.publish(vehicleId);
  if (documents) await releaseFiles(before.documents, documents);
  return { before, vehicle: toFleetVehicle(doc) };
}

const ATTEMPTS = 5;

/**
 * Records papers of a vehicle, each in place of those of its kind, unless one of these is valid longer.
 * Idempotent.
 *
 * @param by name of the staff member who checked the papers
 * @throws AppError NOT_FOUND
 * @throws AppError VERSION_CONFLICT if others keep changing the vehicle meanwhile
 */
export async function addVehiclePapers(
  vehicleId: string,
  papers: FleetVehicle['documents'],
  by: string | null,
): Promise<FleetVehicle> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await findVehicleById(vehicleId);
    const documents = withNewerPapers(before.documents, papers);
    if (!documents) return before;
    const doc = await VehicleModel.findOneAndUpdate(
      { _id: vehicleId, version: before.version },
      { $set: { documents, ...changedByNow(by) }, $inc: { version: 1 }, ...MARK_UNPUBLISHED },
      { returnDocument: 'after' },
    ).lean<VehicleDoc>();
    if (doc) {
      await vehicleOutbox.publish(vehicleId);
      await releaseFiles(before.documents, documents);
      return toFleetVehicle(doc);
    }
  }
  throw new AppError(
    'VERSION_CONFLICT',
    'Others are changing this vehicle. The papers are not recorded yet.',
  );
}

/**
 * Returns the drivers that a change removes from a vehicle, plus drivers removed earlier of whom no message
 * has been published yet. Null if it removes none.
 */
async function formerDrivers({ id, driverIds }: FleetVehicle, after: FleetVehicle): Promise<string[] | null> {
  const leaving = driverIds.filter((driverId) => !after.driverIds.includes(driverId));
  if (leaving.length === 0) return null;
  const stored = await VehicleModel.findById(id, { formerDriverIds: 1 }).lean<VehicleDoc>();
  return [...(stored?.formerDriverIds ?? []), ...leaving];
}

/**
 * Takes a vehicle out of service or puts it back. Idempotent.
 *
 * @param by name of the staff member
 * @returns the vehicle, and whether this call changed its state
 * @throws AppError NOT_FOUND
 */
export async function setVehicleState(
  vehicleId: string,
  state: VehicleState,
  by: string,
): Promise<{ vehicle: FleetVehicle; isChanged: boolean }> {
  const doc = await VehicleModel.findOneAndUpdate(
    { _id: vehicleId, state: { $ne: state } },
    { $set: { state, ...changedByNow(by) }, $inc: { version: 1 }, ...MARK_UNPUBLISHED },
    { returnDocument: 'after' },
  ).lean<VehicleDoc>();
  if (!doc) return { vehicle: await findVehicleById(vehicleId), isChanged: false };
  await vehicleOutbox.publish(vehicleId);
  return { vehicle: toFleetVehicle(doc), isChanged: true };
}

/**
 * Transfers the files of an applicant's papers to the vehicle, so that they stay when the applicant's account
 * is deleted. Idempotent.
 */
export const handOverToVehicle = ({ id, documents }: FleetVehicle): Promise<void> =>
  handOverFiles(documents, ownerOf(id));

const ownerOf = (vehicleId: string): string => `vehicle ${vehicleId}`;

const filesOf = (vehicleId: string, before: FleetVehicle['documents'] = []) => ({
  owner: ownerOf(vehicleId),
  isByStaff: true,
  field: 'documents',
  before,
});

async function editedMeanwhile(vehicleId: string): Promise<AppError> {
  const now = await VehicleModel.findById(vehicleId, { changedBy: 1 }).lean<Pick<VehicleDoc, 'changedBy'>>();
  const who = formatLastChange(now?.changedBy, 'this vehicle');
  return new AppError('VERSION_CONFLICT', `${who} Please look at it again, then save.`);
}

function requireSeats(vehicle: Pick<FleetVehicle, 'rideType' | 'alsoServes' | 'seats'>): void {
  const problem = seatsProblem(vehicle);
  if (problem) throw fieldRefusal(problem.path, problem.message);
}

async function keepPlateUnique<Written>(plate: string, write: () => Promise<Written>): Promise<Written> {
  try {
    return await write();
  } catch (cause) {
    if (!isDuplicateKey(cause)) throw cause;
    throw new AppError('PLATE_TAKEN', `Another vehicle has the plate ${plate}.`, { cause });
  }
}

/** Adds a vehicle unless one with its plate exists, which stays as it is. */
export async function seedVehicle({
  plate,
  ...vehicle
}: Omit<FleetVehicle, 'id' | 'state' | 'version'>): Promise<void> {
  await VehicleModel.updateOne(
    { plate },
    { $setOnInsert: { ...vehicle, state: 'active', claims: [], version: 1 } },
    { upsert: true },
  );
}
