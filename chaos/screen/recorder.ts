import { workerData } from 'node:worker_threads';
import { io as connect, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { RidePosition } from '#common/rides/position.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import type { HistoryEntry } from '#common/rides/ride-fields.ts';
import { type RideState, useRideStore } from '#web/features/rides/store/ride-store.ts';
import type { ListName } from '../history/entitlements.ts';
import { post, record, type ScreenSettings, type ShownLists } from './messages.ts';
import { pageHeaders } from './stand-in-browser.ts';

interface ShownRide {
  id: string;
  version: number;
  history?: HistoryEntry[];
}

const LISTS: ListName[] = ['riderRides', 'driverRides', 'offers'];

/** Records each version that a list of the store shows, and each ride that leaves a list. */
export function recordStore(): void {
  useRideStore.subscribe((now, before) => {
    if (ownerOf(before) && !ownerOf(now)) record({ kind: 'opened' });
    const [shown, known] = [shownOf(now), shownOf(before)];
    for (const list of LISTS) {
      const old = new Set(known[list]);
      for (const ride of shown[list]) {
        if (old.has(ride)) continue;
        const changes = ride.history?.map(({ change }) => change) ?? null;
        record({ kind: 'shown', list, rideId: ride.id, version: ride.version, changes });
      }
      const ids = new Set(shown[list].map(({ id }) => id));
      for (const { id } of known[list]) if (!ids.has(id)) record({ kind: 'hidden', list, rideId: id });
    }
  });
}

/** @returns what the page shows now */
export function readLists(isLive: boolean): ShownLists {
  const { riderRides, driverRides, offers } = shownOf(useRideStore.getState());
  return { isLive, riderRides: [...riderRides], driverRides: [...driverRides], offers: [...offers] };
}

/** The rides of each list. An offer marked "Taken" counts as removed. */
const shownOf = ({ riderRides, driverRides, offers }: RideState): Record<ListName, readonly ShownRide[]> => ({
  riderRides: Object.values(riderRides.rides),
  driverRides: Object.values(driverRides.rides),
  offers: offers.posted.filter(({ isTaken }) => !isTaken).map(({ offer }) => offer),
});

const ownerOf = ({ riderRides, driverRides }: RideState) => riderRides.ownerId ?? driverRides.ownerId;

type Payload = RiderRide | DriverRide | Offer | RemovedOffer;

/**
 * Replaces `io` of `socket.io-client` in the bundled client code. Adds the page's cookies, and records
 * everything received before the product's own listeners run.
 */
export function io(url: string, options: Partial<ManagerOptions & SocketOptions>): Socket {
  const socket = connect(url, { ...options, extraHeaders: pageHeaders });
  const { trip } = Object(options.auth);
  recordPositions(socket, trip ? tripOf(trip) : null);
  // The socket of a trip link does not update the page's lists.
  if (trip) return socket;
  socket.on('connect', recordConnection);
  socket.on('disconnect', () => record({ kind: 'cut' }));
  socket.onAny((event: string, payloads?: Payload[]) => {
    if (event === 'subscription:lost') record({ kind: 'cut' });
    if (event === 'resync') recordConnection();
    if (!/^(ride|offer):/.test(event)) return;
    for (const ride of payloads ?? []) {
      // An offer whose kind of vehicle changed is added again at once for drivers who serve the new kind.
      if ('reason' in ride && ride.reason === 'changed') continue;
      record({ kind: 'received', list: listOf(event, ride), rideId: ride.id, version: ride.version });
    }
  });
  return socket;
}

const { role }: ScreenSettings = workerData;

/** A driver's page has only joined once it watches offers again, which it records when they are loaded. */
function recordConnection(): void {
  if (role !== 'driver') record({ kind: 'joined' });
}

function recordPositions(socket: Socket, trip: string | null): void {
  socket.on('position:moved', (positions: RidePosition[]) => {
    for (const { rideId, lat, lng } of positions) {
      post({ seenPosition: { at: Date.now(), rideId, lat, lng, tripOf: trip } });
    }
  });
}

/** Returns the id of the user's ride whose trip link has this token. */
function tripOf(token: string): string {
  const rides = Object.values(useRideStore.getState().riderRides.rides);
  return rides.find(({ tripLink }) => tripLink?.endsWith(`/${token}`))?.id ?? 'unknown';
}

const listOf = (event: string, payload: Payload): ListName => {
  if (event !== 'ride:changed') return 'offers';
  return 'paymentStatus' in payload ? 'riderRides' : 'driverRides';
};
