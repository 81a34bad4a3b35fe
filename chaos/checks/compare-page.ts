import { isDeepStrictEqual } from 'node:util';
import { isOffer } from '#common/rides/ride-states.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Viewer } from '../history/entitlements.ts';
import type { ListName } from '../history/record.ts';
import type { ShownLists } from '../screen/contract.ts';

interface Presented {
  id: string;
  version: number;
}

/** Everything a viewer's page has to show, as the product presents it. */
function listsOf({ riderId, driverId }: Viewer, rides: readonly RideRecord[]): Record<ListName, Presented[]> {
  const now = new Date();
  return {
    riderRides: rides.filter((ride) => ride.riderId === riderId).map(presentRiderRide),
    driverRides: rides
      .filter((ride) => driverId && ride.driverId === driverId)
      .map((ride) => presentDriverRide(ride, now)),
    offers: driverId ? rides.filter(isOffer).map(presentOffer) : [],
  };
}

function compareList(list: ListName, wanted: readonly Presented[], shown: readonly Presented[]): string[] {
  const shownById = new Map(shown.map((ride) => [ride.id, ride]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const wrong = wanted.flatMap((ride) => {
    const onScreen = shownById.get(ride.id);
    if (!onScreen) return [`${list}: ride ${ride.id} is missing`];
    if (isDeepStrictEqual(onScreen, ride)) return [];
    return [`${list}: ride ${ride.id} is shown at version ${onScreen.version}, stored at ${ride.version}`];
  });
  const extra = shown.filter(({ id }) => !wantedIds.has(id));
  return [...wrong, ...extra.map(({ id }) => `${list}: ride ${id} is shown and should not be`)];
}

/** In what a page differs from the database, field by field. Empty is well. */
export function comparePage(viewer: Viewer, shown: ShownLists, rides: readonly RideRecord[]): string[] {
  const wanted = listsOf(viewer, rides);
  const lists: ListName[] = ['riderRides', 'driverRides', 'offers'];
  const differences = lists.flatMap((list) => compareList(list, wanted[list], shown[list]));
  return shown.isLive ? differences : ['it does not say Live', ...differences];
}
