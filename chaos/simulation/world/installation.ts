import mongoose from 'mongoose';
import { servedTypes } from '#common/vehicles/vehicle.ts';
import { env } from '#server/env.ts';
import { followDatabaseClock } from '#server/infra/database-clock.ts';
import { toFleetVehicle, VehicleModel } from '#server/vehicles/vehicle-model.ts';
import { Page } from './pages.ts';
import type { People } from './settle-people.ts';
import type { EmbeddedMongo } from './stand-ins/mongo-in-process.ts';
import type { SimulatedProvider } from './stand-ins/stripe-simulator.ts';

const PAGES_OF_DRIVERS = 3;

/** The product with its stores, its provider and its people. */
export interface Installation {
  mongo: EmbeddedMongo;
  stripe: SimulatedProvider;
  people: People;
  pages: readonly Page[];
  /** The ride types that the drivers of pages serve. */
  serves: ReadonlyMap<Page, ReadonlySet<string>>;
  /** How many vehicles serve each ride type. */
  vehicles: ReadonlyMap<string, number>;
}

/** Connects to the database and creates the collections and indexes. */
export async function connect(): Promise<void> {
  await mongoose.connect(env.MONGO_URL, { w: 'majority', journal: true, autoIndex: true });
  await followDatabaseClock(mongoose.connection.getClient());
  await Promise.all(Object.values(mongoose.models).map((model) => model.init()));
}

/** Counts the vehicles that serve each ride type. */
export async function countVehicles(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const doc of await VehicleModel.find().lean()) {
    for (const kind of servedTypes(toFleetVehicle(doc))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Opens the page of each rider and of some drivers. */
export const openPages = ({ riders, drivers }: People): Page[] => [
  ...riders.map(({ id, name }) => new Page(name, { riderId: id })),
  ...drivers.slice(0, PAGES_OF_DRIVERS).map(({ id, name }) => new Page(name, { driverId: id })),
];

/** Returns the ride types that the drivers of pages serve. */
export async function readServed(pages: readonly Page[], { drivers }: People) {
  const served = new Map<Page, ReadonlySet<string>>();
  for (const page of pages) {
    const driver = drivers.find(({ name }) => name === page.name);
    const vehicles = driver ? await VehicleModel.find({ driverIds: driver.id }).lean() : [];
    served.set(page, new Set(vehicles.flatMap((doc) => servedTypes(toFleetVehicle(doc)))));
  }
  return served;
}
