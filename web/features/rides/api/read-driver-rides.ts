import { listDriverRides } from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { readBySocket } from '#web/lib/fetch-with-timeout.ts';
import { ridesChannel } from '#web/lib/rides-channel.ts';
import { shareInTick } from '#web/lib/share-in-tick.ts';

/** Reads a driver's rides, once for all parts of a page that show them. */
export const readDriverRides = shareInTick((driverId) =>
  readBySocket(ridesChannel()?.listDriverRides(driverId), (signal) =>
    call(listDriverRides, { driverId }, { signal }),
  ),
);
