import { changedByNow } from '../last-change.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { type VehicleDoc, VehicleModel } from './vehicle-model.ts';

/** Which vehicles a person drives. Vehicles and their papers belong to the company and stay. */
export const vehiclesData = {
  async read({ id }) {
    const docs = await VehicleModel.find({ driverIds: id }).lean<VehicleDoc[]>();
    return { vehicles: docs.map(({ label, plate }) => ({ label, plate })) };
  },
  async erase({ id }) {
    const docs = await VehicleModel.find({ driverIds: id }).lean<VehicleDoc[]>();
    for (const { _id, version, driverIds } of docs) {
      const others = driverIds.filter((driverId) => driverId !== id);
      const { modifiedCount } = await VehicleModel.updateOne(
        { _id, version },
        { $set: { driverIds: others, ...changedByNow(null) }, $inc: { version: 1 } },
      );
      if (modifiedCount === 0) throw new Error(`vehicle ${_id} changed while a driver was taken out of it`);
    }
  },
} satisfies PersonalDataSource;
