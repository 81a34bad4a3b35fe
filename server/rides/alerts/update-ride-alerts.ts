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
 * Opens the due alerts of a ride as it was just written, and resolves outdated ones. Idempotent. Logs
 * failures instead of throwing; the job `watch-rides` retries them.
 */
export async function updateAlertsOfRide(ride: RideRecord): Promise<void> {
  try {
    const [held, factsOf] = await Promise.all([listHeldAlerts(WATCHED_KINDS, ride.id), readFacts([ride])]);
    // If a later change has been written meanwhile, its own call follows.
    if (!areInSync(dueAlerts(ride, factsOf(ride)), held)) await syncAlertsOfRide(ride.id);
  } catch (error) {
    logger.warn({ error, rideId: ride.id }, 'ride alerts not updated, will retry');
  }
}

/**
 * Syncs the alerts of all rides that a driver or vehicle has accepted. Logs failures, as `updateAlertsOfRide`
 * does.
 */
export async function updateRideAlertsOf(of: { driverId: string } | { vehicleId: string }): Promise<void> {
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
 * For the job `watch-rides`: syncs the alerts of all rides, because alerts also become due with time or are
 * left over from a crash. Reads candidate rides and open alerts by index, and writes only where they differ.
 * Idempotent, also with concurrent workers.
 */
export async function updateAllRideAlerts(): Promise<void> {
  const held = await listHeldAlerts(WATCHED_KINDS);
  const rides = await listWatched(held);
  const factsOf = await readFacts(rides);
  for (const ride of rides) {
    const about = held.filter(({ subject }) => subject.id === ride.id);
    if (!areInSync(dueAlerts(ride, factsOf(ride)), about)) await syncAlertsOfRide(ride.id);
  }
  await mailOwedAlerts();
}

/**
 * Reads the alerts before the ride, so that a concurrent change of the ride is not missed. Repeats as long as
 * alerts were opened, to check them against the ride once more.
 */
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

/** Lists the rides for which an alert may be due or is open, without duplicates. */
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

/** Loads the drivers and vehicles of accepted rides in two queries. */
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
