import { CITY } from '#common/city.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { type RecentRides, type RemovedOffer, type RemovedRide, rooms } from '#common/rides/ride-events.ts';
import { isOffer } from '#common/rides/ride-states.ts';
import { readServedKinds } from '#server/drivers/driver-queries.ts';
import {
  listDriverRides,
  listRecentRidesOfDrivers,
  listRecentRidesOfRiders,
  listRiderRides,
} from '#server/rides/list-own-rides.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { listOffers } from '#server/rides/ride-queries.ts';
import {
  addOffers,
  dropTaken,
  emptyBoard,
  mergeOfferSnapshot,
  type OfferBoard,
  removeOffers,
} from '#web/features/rides/store/offer-board.ts';
import {
  completeRides,
  emptyRideList,
  mergeRideSnapshot,
  mergeRides,
  type RideList,
  removeRides,
} from '#web/features/rides/store/ride-list.ts';
import type { Versioned } from '#web/lib/versioned.ts';

const MOST_RECENT = 60;

/** Reads a whole list as pages do: only its recent rides, if the page has all others. */
async function readWhole<R extends Versioned>({
  known,
  recent,
  whole,
  present,
}: {
  known: () => RideList<R>;
  recent: () => Promise<RecentRides<RideRecord> | null | undefined>;
  whole: () => Promise<RideRecord[]>;
  present: (ride: RideRecord) => R;
}): Promise<R[]> {
  const found = await recent();
  const rides = found && completeRides(known().rides, { ...found, rides: found.rides.map(present) });
  return rides ?? (await whole()).map(present);
}

/** The page of a rider or driver: applies the product's client-side rules to the published messages. */
export class Page {
  readonly name: string;
  readonly #riderId: string | null;
  readonly #driverId: string | null;
  #rooms: ReadonlySet<string> = new Set();
  #riderRides: RideList<RiderRide> = emptyRideList();
  #driverRides: RideList<DriverRide> = emptyRideList();
  #offers: OfferBoard = emptyBoard;
  #resyncs = 0;
  /** Whether the page is asleep and receives nothing. */
  isAsleep = false;

  constructor(
    name: string,
    { riderId = null, driverId = null }: { riderId?: string | null; driverId?: string | null },
  ) {
    this.name = name;
    this.#riderId = riderId;
    this.#driverId = driverId;
  }

  /** Joins its rooms and takes a snapshot of its lists. */
  async resync(): Promise<void> {
    this.#resyncs += 1;
    await this.#readLists().finally(() => {
      this.#resyncs -= 1;
    });
  }

  /** Whether the page lacks a version of its rider's ride that was published to it. */
  misses({ id, riderId }: RideRecord, version: number): boolean {
    if (riderId !== this.#riderId || this.isAsleep || this.#resyncs > 0) return false;
    return (this.#riderRides.rides[id]?.version ?? 0) < version;
  }

  async #readLists(): Promise<void> {
    const now = () => new Date();
    if (this.#riderId) {
      this.#rooms = new Set([rooms.rider(this.#riderId)]);
      const before = this.#riderRides;
      const riderId = this.#riderId;
      const rides = await readWhole({
        known: () => this.#riderRides,
        recent: async () => (await listRecentRidesOfRiders([riderId], MOST_RECENT)).get(riderId),
        whole: () => listRiderRides(riderId),
        present: (ride) => presentRiderRide(ride),
      });
      this.#riderRides = mergeRideSnapshot(this.#riderRides, { before, rides, at: now() });
    }
    if (this.#driverId) {
      const serves = (await readServedKinds([this.#driverId])).get(this.#driverId) ?? [];
      const ofKinds = serves.map(({ rideType }) => rooms.offers(CITY, rideType));
      this.#rooms = new Set([rooms.driver(this.#driverId), ...ofKinds]);
      const [before, board] = [this.#driverRides, this.#offers];
      const driverId = this.#driverId;
      const rides = await readWhole({
        known: () => this.#driverRides,
        recent: async () => (await listRecentRidesOfDrivers([driverId], MOST_RECENT)).get(driverId),
        whole: () => listDriverRides(driverId),
        present: (ride) => presentDriverRide(ride, now()),
      });
      const open = await listOffers(serves);
      this.#driverRides = mergeRideSnapshot(this.#driverRides, { before, rides, at: now() });
      const offers = open.map(presentOffer);
      this.#offers = mergeOfferSnapshot(this.#offers, { before: board, offers, at: now() });
    }
  }

  /** Applies the lines of a published message that are addressed to the page's rooms. */
  receive(lines: readonly PublishedLine[]): void {
    if (this.isAsleep) return;
    for (const line of lines) if (this.#rooms.has(line.room)) this.#take(line);
  }

  #take({ event, json }: PublishedLine): void {
    const at = new Date();
    const item: unknown = JSON.parse(json);
    if (event === 'ride:changed' && this.#riderId) {
      this.#riderRides = mergeRides(this.#riderRides, [item as RiderRide], at);
    } else if (event === 'ride:changed') {
      this.#driverRides = mergeRides(this.#driverRides, [item as DriverRide], at);
    } else if (event === 'ride:removed') {
      this.#driverRides = removeRides(this.#driverRides, [item as RemovedRide], at);
    } else if (event === 'offer:added') {
      this.#offers = addOffers(this.#offers, [item as Offer]);
    } else if (event === 'offer:removed') {
      const removed = item as RemovedOffer;
      this.#offers = dropTaken(removeOffers(this.#offers, [removed]), [removed.id]);
    }
  }

  /** @returns the differences between the page and the stored rides, in words; none if equal */
  compare(rides: readonly RideRecord[], serves: ReadonlySet<string>): string[] {
    const shown = { ...this.#riderRides.rides, ...this.#driverRides.rides };
    const own = rides.filter(
      ({ riderId, driverId }) =>
        riderId === this.#riderId || (driverId !== null && driverId === this.#driverId),
    );
    const posted = new Map(this.#offers.posted.map(({ offer }) => [offer.id, offer.version]));
    const open = this.#driverId ? rides.filter((ride) => isOffer(ride) && serves.has(ride.rideType)) : [];
    const openIds = new Set(open.map(({ id }) => id));
    const ownIds = new Set(own.map(({ id }) => id));
    return [
      ...own.flatMap(({ id, version }) => difference(id, version, shown[id]?.version)),
      ...open.flatMap(({ id, version }) => difference(id, version, posted.get(id))),
      ...Object.keys(shown).filter((id) => !ownIds.has(id)),
      ...[...posted.keys()].filter((id) => !openIds.has(id)),
    ].map(
      (problem) =>
        `${this.name}: ${problem.length === 24 ? `shows ride ${problem}, which is not for it` : problem}`,
    );
  }
}

const difference = (id: string, version: number, shown: number | undefined): string[] =>
  shown === version ? [] : [`shows ride ${id} at version ${shown ?? 'none'}, and it is at ${version}`];

interface PublishedLine {
  room: string;
  event: string;
  json: string;
}

/** Parses the lines of a published message, without the first, which names the format. */
export const linesOf = (message: string): PublishedLine[] =>
  message
    .split('\n')
    .slice(1)
    .map((line) => {
      const [room = '', event = ''] = line.split(' ', 2);
      return { room, event, json: line.slice(room.length + event.length + 2) };
    });
