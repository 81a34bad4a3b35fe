import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES } from '#common/rides/ride-states.ts';
import * as api from '#common/rides/rides-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { ridesChannel } from '#web/lib/rides-channel.ts';
import { createRequestCounter, type Requests } from '#web/lib/snapshots.ts';
import {
  beginDriverRides,
  beginOffers,
  beginRiderRides,
  clearOffers,
  failOffers,
  failRides,
  type RideSnapshot,
  receiveOffers,
  receiveRemovedRides,
  receiveRides,
  setRiderRidesOwner,
  useRideStore,
} from '../store/ride-store.ts';
import { readDriverRides, readRemoval, readRiderRides } from './read-rides.ts';
import { readRiderRide } from './rider-actions.ts';

const riderRequests = createRequestCounter();
const driverRequests = createRequestCounter();

/** Loads a snapshot of a rider's rides. Discards those of another rider. @returns whether it succeeded */
export const loadRiderRides = (riderId: string): Promise<boolean> =>
  loadRides(riderRequests, beginRiderRides(riderId), () => readRiderRides(riderId));

/**
 * Loads a snapshot of a driver's rides. Discards those of another driver. First removes rides missing from
 * it, with the reason, because the page missed their event.
 *
 * @returns whether it succeeded
 */
export const loadDriverRides = (driverId: string): Promise<boolean> =>
  loadRides(driverRequests, beginDriverRides(driverId), async () => {
    const rides = await readDriverRides(driverId);
    const removals = await Promise.all(missingFrom(rides, driverId).map(({ id }) => readRemoval(id)));
    const removed = removals.filter((removal) => removal !== null);
    const { ownerId } = useRideStore.getState().driverRides;
    if (removed.length > 0 && ownerId === driverId) receiveRemovedRides(removed);
    return rides;
  });

/** Returns the driver's active rides in the store that a list of theirs lacks. */
function missingFrom(listed: readonly DriverRide[], driverId: string): DriverRide[] {
  const { ownerId, rides } = useRideStore.getState().driverRides;
  if (ownerId !== driverId) return [];
  const ids = new Set(listed.map(({ id }) => id));
  return Object.values(rides).filter(({ id, status }) => ACTIVE_STATUSES.includes(status) && !ids.has(id));
}

async function loadRides(
  requests: Requests,
  snapshot: RideSnapshot,
  read: () => Promise<(RiderRide | DriverRide)[]>,
): Promise<boolean> {
  const request = requests.begin();
  try {
    const rides = await read();
    if (requests.accept(request)) receiveRides(rides, snapshot);
    return true;
  } catch (error) {
    if (requests.isCurrent(request)) failRides(snapshot, messageOf(error));
    return false;
  }
}

/** Reloads one ride of a rider, for a screen without a list. @returns false when a retry may succeed */
export async function reloadRiderRide(riderId: string, rideId: string): Promise<boolean> {
  setRiderRidesOwner(riderId);
  try {
    await fetchWithTimeout((signal) => readRiderRide(rideId, signal));
    return true;
  } catch (error) {
    return error instanceof ApiError && [400, 403, 404].includes(error.status);
  }
}

const offerRequests = createRequestCounter();

/**
 * Loads a snapshot of the open offers. While connected, it also subscribes to later changes; otherwise it
 * uses REST. A reply that a later request has overtaken, or that arrives after the list was left, is dropped.
 * @returns whether it succeeded
 */
export async function loadOffers(): Promise<boolean> {
  const before = beginOffers();
  const request = offerRequests.begin();
  try {
    const snapshot = await readOffers();
    if (offerRequests.accept(request)) receiveOffers(snapshot, before);
    return true;
  } catch (error) {
    if (offerRequests.isCurrent(request)) failOffers(messageOf(error));
    return false;
  }
}

const readOffers = (): Promise<Offer[]> =>
  ridesChannel()?.watchOffers() ?? fetchWithTimeout((signal) => call(api.listOffers, {}, { signal }));

/** Unsubscribes from the offers and clears them until the next snapshot. */
export function leaveOffers(): void {
  ridesChannel()?.unwatchOffers();
  offerRequests.rejectAll();
  clearOffers();
}
