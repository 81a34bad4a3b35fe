import type { RiderRide } from '#common/rides/ride.ts';
import { listRiderRides } from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';

const begun = new Map<string, Promise<RiderRide[]>>();

/**
 * Reads a rider's rides. Who asks in the same instant, as their list and the news of it do at a resync, shares one request; later it might
 * have been answered before what somebody has to see.
 */
export function readRiderRides(riderId: string): Promise<RiderRide[]> {
  const shared = begun.get(riderId);
  if (shared) return shared;
  const read = fetchWithTimeout((signal) => call(listRiderRides, { riderId }, { signal }));
  begun.set(riderId, read);
  queueMicrotask(() => begun.delete(riderId));
  return read;
}
