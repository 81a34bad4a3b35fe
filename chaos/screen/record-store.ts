import type { HistoryEntry } from '#common/rides/ride-fields.ts';
import { type RideState, useRideStore } from '#web/features/rides/store/ride-store.ts';
import type { ListName } from '../history/record.ts';
import type { ShownLists } from './contract.ts';
import { record } from './report.ts';

interface Shown {
  id: string;
  version: number;
  history?: HistoryEntry[];
}

/** What each list has on screen. An offer that reads "Taken" is there only to say that it is gone. */
const shownOf = ({ riderRides, driverRides, offers }: RideState): Record<ListName, readonly Shown[]> => ({
  riderRides: Object.values(riderRides.rides),
  driverRides: Object.values(driverRides.rides),
  offers: offers.posted.filter(({ isTaken }) => !isTaken).map(({ offer }) => offer),
});

const LISTS: ListName[] = ['riderRides', 'driverRides', 'offers'];

const ownerOf = ({ riderRides, driverRides }: RideState) => riderRides.ownerId ?? driverRides.ownerId;

/** Writes down each version that a list takes in, and each ride that leaves it. */
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

/** What is on screen now. */
export function tellLists(isLive: boolean): ShownLists {
  const { riderRides, driverRides, offers } = shownOf(useRideStore.getState());
  return { isLive, riderRides: [...riderRides], driverRides: [...driverRides], offers: [...offers] };
}
