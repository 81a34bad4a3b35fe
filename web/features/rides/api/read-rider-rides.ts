import type { RiderRide } from '#common/rides/ride.ts';
import { listRiderRides } from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';

const begun = new Map<string, Promise<RiderRide[]>>();

/**
 * Reads a rider's rides. Calls of the same tick share one request, as those of the list and of the news at a resync do; a later call sends
 * its own, since the earlier request may have been answered from before the change that it is made for.
 */
export function readRiderRides(riderId: string): Promise<RiderRide[]> {
  const shared = begun.get(riderId);
  if (shared) return shared;
  const read = fetchWithTimeout((signal) => call(listRiderRides, { riderId }, { signal }));
  begun.set(riderId, read);
  queueMicrotask(() => begun.delete(riderId));
  return read;
}
