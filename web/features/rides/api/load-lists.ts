import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import * as api from '#common/rides/rides-api.ts';
import { offersChannel } from '#web/lib/active-lists.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
import {
  beginDriverRides,
  beginOffers,
  beginRiderRides,
  claimRiderRides,
  clearOffers,
  failOffers,
  failRides,
  type RideSnapshot,
  receiveOffers,
  receiveRides,
} from '../store/ride-store.ts';
import { readRiderRide } from './ride-actions.ts';

const NO_ANSWER = "The server didn't answer.";

/** Loads a snapshot of a rider's rides. Another rider's, if they were kept, are forgotten. @returns whether it came */
export const loadRiderRides = (riderId: string): Promise<boolean> =>
  loadRides(beginRiderRides(riderId), (signal) => call(api.listRiderRides, { riderId }, { signal }));

/** Loads a snapshot of a driver's rides. Another driver's, if they were kept, are forgotten. @returns whether it came */
export const loadDriverRides = (driverId: string): Promise<boolean> =>
  loadRides(beginDriverRides(driverId), (signal) => call(api.listDriverRides, { driverId }, { signal }));

async function loadRides(
  snapshot: RideSnapshot,
  read: (signal: AbortSignal) => Promise<(RiderRide | DriverRide)[]>,
): Promise<boolean> {
  try {
    receiveRides(await fetchWithTimeout(read), snapshot);
    return true;
  } catch (error) {
    failRides(snapshot, messageOf(error, NO_ANSWER));
    return false;
  }
}

/**
 * Reads one ride of a rider again, for a screen that shows no list. @returns whether it came, or is refused for good
 */
export async function reloadRiderRide(riderId: string, rideId: string): Promise<boolean> {
  claimRiderRides(riderId);
  try {
    await fetchWithTimeout((signal) => readRiderRide(rideId, signal));
    return true;
  } catch (error) {
    return error instanceof ApiError && [400, 403, 404].includes(error.status);
  }
}

let lastRequested = 0;
/** Answers to requests before this one are dropped. */
let firstWanted = 0;

/**
 * Loads a snapshot of the open offers: while connected with a subscription to every change after it, else from REST. One that
 * comes after the answer to a later request, or once nobody looks, is dropped.
 * @returns whether it came
 */
export async function loadOffers(): Promise<boolean> {
  const before = beginOffers();
  lastRequested += 1;
  const number = lastRequested;
  try {
    const snapshot = await readOffers();
    if (number < firstWanted) return true;
    firstWanted = number;
    receiveOffers(snapshot, before);
    return true;
  } catch (error) {
    if (number >= firstWanted) failOffers(messageOf(error, NO_ANSWER));
    return false;
  }
}

const readOffers = (): Promise<Offer[]> =>
  offersChannel()?.watch() ?? fetchWithTimeout((signal) => call(api.listOffers, {}, { signal }));

/** Leaves the offers: nothing of them is shown again before a new snapshot. */
export function leaveOffers(): void {
  offersChannel()?.unwatch();
  firstWanted = lastRequested + 1;
  clearOffers();
}
