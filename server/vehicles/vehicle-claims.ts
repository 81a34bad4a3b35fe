import { AppError } from '#common/errors.ts';
import { vehicleInWords } from '#common/vehicles/vehicle.ts';
import { actUnderClaim } from '../claims.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { type VehicleDoc, VehicleModel } from './vehicle-model.ts';
import { findVehicleById } from './vehicle-queries.ts';

/** That a driver is being given a ride in a vehicle at this moment. */
export type VehicleClaim = VehicleDoc['claims'][number];

/**
 * Does something with a ride under a claim on the vehicle of it, written in one statement with the check that the
 * vehicle is on the road, and removed at the end.
 *
 * @param act gets the claims on the vehicle that were there before
 * @throws AppError DOES_NOT_FIT when it is out of service, NOT_FOUND; what `act` throws
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
    throw new AppError('DOES_NOT_FIT', `${vehicleInWords(vehicle)} is out of service.`);
  }
  const remove = (ids: readonly string[]) =>
    VehicleModel.updateOne({ _id: vehicleId }, { $pull: { claims: { id: { $in: ids } } } });
  return actUnderClaim({ id, claims: doc.claims, remove }, act);
}
