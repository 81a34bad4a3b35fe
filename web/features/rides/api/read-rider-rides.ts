import type { RiderRide } from '#common/rides/ride.ts';
import { listRiderRides } from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { readBySocket } from '#web/lib/fetch-with-timeout.ts';
import { ridesChannel } from '#web/lib/rides-channel.ts';

const begun = new Map<string, Promise<RiderRide[]>>();

/**
 * Reads a rider's rides. Calls in the same tick share one request, such as those of the list and of the news
 * on a resync. A later call sends its own request, since the reply to an earlier one may be stale.
 */
export function readRiderRides(riderId: string): Promise<RiderRide[]> {
  const shared = begun.get(riderId);
  if (shared) return shared;
  const read = readBySocket(ridesChannel()?.listRiderRides(riderId), (signal) =>
    call(listRiderRides, { riderId }, { signal }),
  );
  begun.set(riderId, read);
  queueMicrotask(() => begun.delete(riderId));
  return read;
}
