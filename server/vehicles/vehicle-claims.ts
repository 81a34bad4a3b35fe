import { AppError } from '#common/errors.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { actUnderClaim } from '../claims.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { type VehicleDoc, VehicleModel } from './vehicle-model.ts';
import { findVehicleById } from './vehicle-queries.ts';

/** A claim that a driver is being assigned a ride in a vehicle at this moment. */
export type VehicleClaim = VehicleDoc['claims'][number];

/**
 * Performs an action on a ride under a claim on its vehicle. The claim is written in one statement with the
 * check that the vehicle is active, and removed at the end.
 *
 * @param act receives the earlier claims on the vehicle that have not expired
 * @throws AppError DOES_NOT_FIT if it is out of service, NOT_FOUND, and the errors of `act`
 */
export async function withVehicleClaim<Result>(
  vehicleId: string,
  claim: Pick<VehicleClaim, 'driverId' | 'rideId'>,
  act: (earlier: readonly VehicleClaim[]) => Promise<Result>,
): Promise<Result> {
  const id = newObjectId().toHexString();
  const doc = await VehicleModel.findOneAndUpdate(
    { _id: vehicleId, state: 'active' },
    { $push: { claims: { ...claim, id, at: databaseClock.now() } } },
    { returnDocument: 'after' },
  ).lean<VehicleDoc>();
  if (!doc) {
    const vehicle = await findVehicleById(vehicleId);
    throw new AppError('DOES_NOT_FIT', `${formatVehicle(vehicle)} is out of service.`);
  }
  const remove = (ids: readonly string[]) =>
    VehicleModel.updateOne({ _id: vehicleId }, { $pull: { claims: { id: { $in: ids } } } });
  return actUnderClaim({ id, claims: doc.claims, remove }, act);
}
