import type { AlertKind } from '#common/alerts/alert.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { listOpenAlerts } from '../alerts/alerts.ts';
import { updateAllRideAlerts } from '../rides/alerts/update-ride-alerts.ts';
import { type RideDoc, RideModel, type RideRecord } from '../rides/ride-model.ts';
import { buildRide } from './build-ride.ts';
import { buildDriver } from './build-user.ts';
import { buildVehicle } from './build-vehicle.ts';

/** Returns the instant in so many minutes; negative for the past. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Builds a history of changes that were all made at once, in so many minutes. */
export const changesAt = (minutes: number, ...changes: RideChange[]): RideDoc['history'] =>
  changes.map((change) => ({ change, at: inMinutes(minutes) }));

/** A ride accepted an hour ago by a driver with their own vehicle. */
export async function buildAccepted(minutesAhead: number, overrides: Partial<RideDoc> = {}) {
  const driver = await buildDriver({ name: 'Tom Brandt', vehicle: null });
  const vehicle = await buildVehicle({ driverIds: [driver.id] });
  const ride = await buildRide({
    status: 'accepted',
    scheduledAt: inMinutes(minutesAhead),
    driverId: driver.id,
    vehicleId: vehicle.id,
    driver: { firstName: 'Tom', vehicle: 'Black Cadillac Escalade' },
    history: changesAt(-60, 'requested', 'paid', 'accepted'),
    ...overrides,
  });
  return { driver, vehicle, ride };
}

/** Returns the open alerts about a ride. */
export const openAbout = async ({ id }: Pick<RideRecord, 'id'>) =>
  (await listOpenAlerts()).filter(({ subject }) => subject.id === id);

/** Returns the kinds of the open alerts about a ride, in alphabetical order. */
export const kindsAbout = async (ride: RideRecord): Promise<AlertKind[]> =>
  (await openAbout(ride)).map(({ kind }) => kind).toSorted();

/** Runs the job in two concurrent workers. */
export const updateTwice = () => Promise.all([updateAllRideAlerts(), updateAllRideAlerts()]);

/** Moves the pickup of a ride without updating its alerts. */
export const setPickup = (ride: RideRecord, minutesAhead: number) =>
  RideModel.updateOne({ _id: ride.id }, { scheduledAt: inMinutes(minutesAhead) });
