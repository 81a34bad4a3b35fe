import { listRiderRides } from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { readBySocket } from '#web/lib/fetch-with-timeout.ts';
import { ridesChannel } from '#web/lib/rides-channel.ts';
import { shareInTick } from '#web/lib/share-in-tick.ts';

/** Reads a rider's rides, once for the list and the notifications of a resync. */
export const readRiderRides = shareInTick((riderId) =>
  readBySocket(ridesChannel()?.listRiderRides(riderId), (signal) =>
    call(listRiderRides, { riderId }, { signal }),
  ),
);
