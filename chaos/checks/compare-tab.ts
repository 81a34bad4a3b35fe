import { isOffer, statusLabel } from '#common/rides/ride-states.ts';
import { presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { riderStatus } from '#web/features/rides/ride-card/format-ride.ts';
import type { Row } from '../open-tabs.ts';
import type { Account } from '../people.ts';

interface Expected {
  place: string;
  standing: string;
}

const isOver = ({ status }: RideRecord) => status === 'completed' || status === 'cancelled';

/** What a rider's My Rides has to say. */
const riderRows = (rides: readonly RideRecord[]): Expected[] =>
  rides.map((ride) => ({
    place: ride.dropoffLocation,
    standing: isOver(ride) ? statusLabel(ride.status) : riderStatus(presentRiderRide(ride)).label,
  }));

/** What the dashboard has to offer. */
const offerRows = (rides: readonly RideRecord[]): Expected[] =>
  rides.filter(isOffer).map((ride) => ({ place: ride.dropoffLocation, standing: '' }));

/** The places of these tests end in a number; one must not be taken for the beginning of another. */
const shows = ({ text }: Row, place: string) => new RegExp(`${place}(?!\\d)`).test(text);

/** In what a tab differs from the database. Empty is well. */
export function compareTab(
  { role }: Account,
  shown: { isLive: boolean; rows: Row[] },
  rides: readonly RideRecord[],
): string[] {
  const expected = role === 'rider' ? riderRows(rides) : offerRows(rides);
  const wrong = expected.flatMap(({ place, standing }) => {
    const rows = shown.rows.filter((row) => shows(row, place));
    if (rows.length !== 1) return [`${place} is shown ${rows.length} times`];
    return rows[0]?.standing.includes(standing) ? [] : [`${place} is not shown as ${standing}`];
  });
  const extra = shown.rows.length - expected.length;
  return [
    ...(shown.isLive ? [] : ['it does not say Live']),
    ...wrong,
    ...(extra > 0 ? [`${extra} rows too many`] : []),
  ];
}
