import type { QueryFilter } from 'mongoose';
import { CLOSE_MS, NOT_COMPLETED_MS } from '#common/rides/punctuality.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { mailOwedAlerts } from '../../alerts/alert-mails.ts';
import { areInSync, type HeldAlert, listHeldAlerts, syncAlerts } from '../../alerts/alerts.ts';
import { findDriverRecords, listSuspendedDrivers } from '../../drivers/driver-queries.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { findVehiclesById, listVehiclesOutOfService } from '../../vehicles/vehicle-queries.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { dueAlerts, type RideFacts, UNASSIGNED_MS, WATCHED_KINDS } from './ride-alerts.ts';

/**
 * Opens the alerts that are due about a ride and resolves those that are over, right after it changed. A failure is
 * not the caller's: the job `watch-rides` does it later. Repeatable.
 */
export async function watchRide(rideId: string): Promise<void> {
  try {
    await syncAlertsOfRide(rideId);
  } catch (error) {
    logger.warn({ error, rideId }, 'ride alerts not updated, will retry');
  }
}

/** The same for all rides that a driver, or a vehicle, has accepted. */
export async function watchRidesOf(of: { driverId: string } | { vehicleId: string }): Promise<void> {
  try {
    const docs = await RideModel.find({ ...of, status: 'accepted' }, { _id: 1 }).lean<
      Pick<RideDoc, '_id'>[]
    >();
    for (const { _id } of docs) await syncAlertsOfRide(_id.toHexString());
  } catch (error) {
    logger.warn({ error, ...of }, 'ride alerts not updated, will retry');
  }
}

/**
 * Opens and resolves the alerts of all rides: time alone may make them due, and a process may have died before it
 * did so. Reads by index what can be due and what is open, and writes only where they differ. Repeatable, by
 * several workers at once.
 */
export async function watchRides(): Promise<void> {
  const held = await listHeldAlerts(WATCHED_KINDS);
  const rides = await listWatched(held);
  const factsOf = await readFacts(rides);
  for (const ride of rides) {
    const about = held.filter(({ subject }) => subject.id === ride.id);
    if (!areInSync(dueAlerts(ride, factsOf(ride)), about)) await syncAlertsOfRide(ride.id);
  }
  await mailOwedAlerts();
}

/** What is held is read before the ride, so that a change in between is seen; what is opened is checked once more. */
async function syncAlertsOfRide(rideId: string): Promise<void> {
  let isOpening = true;
  while (isOpening) {
    const held = await listHeldAlerts(WATCHED_KINDS, rideId);
    const doc = await RideModel.findById(rideId).lean<RideDoc>();
    if (!doc) return;
    const ride = toRideRecord(doc);
    const factsOf = await readFacts([ride]);
    isOpening = await syncAlerts(dueAlerts(ride, factsOf(ride)), held);
  }
}

/** Rides that an alert may be due about, and those that one is held about, once each. */
async function listWatched(held: readonly HeldAlert[]): Promise<RideRecord[]> {
  const now = databaseClock.nowMs();
  const [vehicles, drivers] = await Promise.all([listVehiclesOutOfService(), listSuspendedDrivers()]);
  const filters: QueryFilter<RideDoc>[] = [
    {
      status: 'requested',
      paymentStatus: { $in: SETTLED },
      scheduledAt: { $lte: new Date(now + UNASSIGNED_MS) },
    },
    { status: 'accepted', scheduledAt: { $lte: new Date(now + CLOSE_MS) } },
    { status: 'in_progress', scheduledAt: { $lte: new Date(now - NOT_COMPLETED_MS) } },
    { paymentStatus: 'flagged', status: 'requested' },
    { 'fareReview.pendingSince': { $exists: true } },
    { vehicleId: { $in: vehicles }, status: 'accepted' },
    { driverId: { $in: drivers }, status: 'accepted' },
    { _id: { $in: [...new Set(held.map(({ subject }) => subject.id))] } },
  ];
  const found = await Promise.all(filters.map((filter) => RideModel.find(filter).lean<RideDoc[]>()));
  const rides = new Map(found.flat().map((doc) => [doc._id.toHexString(), toRideRecord(doc)]));
  return [...rides.values()];
}

/** Reads drivers and vehicles of accepted rides, all at once. */
async function readFacts(rides: readonly RideRecord[]): Promise<(ride: RideRecord) => RideFacts> {
  const accepted = rides.filter(({ status }) => status === 'accepted');
  const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const [drivers, vehicles] = await Promise.all([
    findDriverRecords(idsOf(accepted.map(({ driverId }) => driverId))),
    findVehiclesById(idsOf(accepted.map(({ vehicleId }) => vehicleId))),
  ]);
  const now = databaseClock.now();
  return ({ driverId, vehicleId }) => ({
    now,
    driver: drivers.find(({ id }) => id === driverId),
    vehicle: vehicles.find(({ id }) => id === vehicleId),
  });
}
