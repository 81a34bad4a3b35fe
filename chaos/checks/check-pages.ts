import { isDeepStrictEqual } from 'node:util';
import { isOffer, statusLabel } from '#common/rides/ride-states.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { riderStatus } from '#web/features/rides/ride-card/format-ride.ts';
import type { ListName, Viewer } from '../history/entitlements.ts';
import type { Account, ShownLists } from '../screen/messages.ts';
import type { Row } from '../testbed/open-tabs.ts';

/** Compares the lists on a page with the database, field by field. @returns the differences; none if equal */
export function comparePage(viewer: Viewer, shown: ShownLists, rides: readonly RideRecord[]): string[] {
  const expected = listsOf(viewer, rides);
  const lists: ListName[] = ['riderRides', 'driverRides', 'offers'];
  const differences = lists.flatMap((list) => compareList(list, expected[list], shown[list]));
  return shown.isLive ? differences : ['it does not say Live', ...differences];
}

interface Presented {
  id: string;
  version: number;
}

/** Returns everything that a viewer's page has to show, as the server's presenters render it. */
function listsOf({ riderId, driverId }: Viewer, rides: readonly RideRecord[]): Record<ListName, Presented[]> {
  const now = new Date();
  return {
    riderRides: rides.filter((ride) => ride.riderId === riderId).map((ride) => presentRiderRide(ride)),
    driverRides: rides
      .filter((ride) => driverId && ride.driverId === driverId)
      .map((ride) => presentDriverRide(ride, now)),
    offers: driverId ? rides.filter(isOffer).map(presentOffer) : [],
  };
}

/** Omits start PIN and trip link: they derive from a secret of the installation that is unknown here. */
const withoutSecrets = ({
  startPin: _pin,
  tripLink: _link,
  ...ride
}: Presented & { startPin?: unknown; tripLink?: unknown }): Presented => ride;

function compareList(list: ListName, expected: readonly Presented[], shown: readonly Presented[]): string[] {
  const shownById = new Map(shown.map((ride) => [ride.id, ride]));
  const expectedIds = new Set(expected.map(({ id }) => id));
  const wrong = expected.flatMap((ride) => {
    const onScreen = shownById.get(ride.id);
    if (!onScreen) return [`${list}: ride ${ride.id} is missing`];
    if (isDeepStrictEqual(withoutSecrets(onScreen), withoutSecrets(ride))) return [];
    return [`${list}: ride ${ride.id} is shown at version ${onScreen.version}, stored at ${ride.version}`];
  });
  const extra = shown.filter(({ id }) => !expectedIds.has(id));
  return [...wrong, ...extra.map(({ id }) => `${list}: ride ${id} is shown and should not be`)];
}

/** Compares a browser tab with the database, card by card. @returns the differences; none if equal */
export function compareTab(
  { role }: Account,
  shown: { isLive: boolean; rows: Row[] },
  rides: readonly RideRecord[],
): string[] {
  const expected = role === 'rider' ? riderRows(rides) : offerRows(rides);
  const wrong = expected.flatMap(({ dropoff, status }) => {
    const rows = shown.rows.filter((row) => contains(row, dropoff));
    if (rows.length !== 1) return [`${dropoff} is shown ${rows.length} times`];
    return rows[0]?.status.includes(status) ? [] : [`${dropoff} is not shown as ${status}`];
  });
  const extra = shown.rows.length - expected.length;
  return [
    ...(shown.isLive ? [] : ['it does not say Live']),
    ...wrong,
    ...(extra > 0 ? [`${extra} rows too many`] : []),
  ];
}

interface ExpectedRow {
  dropoff: string;
  status: string;
}

const isOver = ({ status }: RideRecord) => status === 'completed' || status === 'cancelled';

const riderRows = (rides: readonly RideRecord[]): ExpectedRow[] =>
  rides.map((ride) => ({
    dropoff: ride.dropoffLocation,
    status: isOver(ride) ? statusLabel(ride.status) : riderStatus(presentRiderRide(ride)).label,
  }));

const offerRows = (rides: readonly RideRecord[]): ExpectedRow[] =>
  rides.filter(isOffer).map((ride) => ({ dropoff: ride.dropoffLocation, status: '' }));

/** The dropoffs of this suite end in a number: "1-1" must not match "1-12". */
const contains = ({ text }: Row, dropoff: string) => new RegExp(`${dropoff}(?!\\d)`).test(text);
