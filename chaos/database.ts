import mongoose from 'mongoose';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '#server/rides/ride-model.ts';
import type { RideHistory } from './history/entitlements.ts';

/** The product's database, looked at from outside. */
export interface Database {
  readRides(): Promise<RideRecord[]>;
  close(): Promise<void>;
}

/** Opens the database at an address, to be read only. */
export async function openDatabase(url: string): Promise<Database> {
  const connection = await mongoose.createConnection(url, { autoIndex: false }).asPromise();
  const Rides = connection.model<RideDoc>('Ride', RideModel.schema);
  return {
    readRides: async () => (await Rides.find().lean<RideDoc[]>()).map(toRideRecord),
    close: () => connection.close(),
  };
}

/** A ride's versions, as the history checker reads them. */
export const historyOf = ({ id, riderId, driverId, history }: RideRecord): RideHistory => ({
  id,
  riderId,
  driverId,
  changes: history.map(({ change, at }) => ({ change, at: Date.parse(at) })),
});
