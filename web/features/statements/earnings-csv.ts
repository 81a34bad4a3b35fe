import { earnedCents } from '#common/rides/driver-earnings.ts';
import { formatStatementRide } from '#common/statements/format-statement-ride.ts';
import type { OwnStatement } from '#common/statements/statement.ts';
import { dateInVegas, formatTime } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { type CsvColumn, toCsv } from '#web/lib/csv.ts';

/** A ride or a change (such as a correction) of a week, with the columns of the statement. */
interface Line {
  at: string;
  what: string;
  vehicle: string;
  hours: number | null;
  cents: { base: number; share: number; tip: number } | null;
  earnsCents: number;
}

const amount = (cents: number | undefined) => (cents === undefined ? '' : { cents });

const COLUMNS: readonly CsvColumn<Line>[] = [
  { title: 'Day', cell: ({ at }) => dateInVegas(new Date(at)) },
  { title: 'Time', cell: ({ at }) => formatTime(new Date(at)) },
  { title: 'Ride', cell: ({ what }) => what },
  { title: 'Vehicle', cell: ({ vehicle }) => vehicle },
  { title: 'Hours', cell: ({ hours }) => hours ?? '' },
  { title: 'Base rate', cell: ({ cents }) => amount(cents?.base) },
  { title: 'Your 80%', cell: ({ cents }) => amount(cents?.share) },
  { title: 'Tip', cell: ({ cents }) => amount(cents?.tip) },
  { title: 'You earn', cell: ({ earnsCents }) => amount(earnsCents) },
];

/** Formats a driver's week as CSV: one line for each ride and change, oldest first. */
export function earningsCsv({ rides, changes }: OwnStatement): Promise<string> {
  const lines: Line[] = [
    ...rides.map((ride) => ({
      at: ride.at,
      what: `${formatStatementRide(ride)}${ride.isUnderReview ? ', final fare being checked' : ''}`,
      vehicle: vehicleName(ride.rideType),
      hours: ride.hours,
      cents: { base: ride.baseCents, share: ride.shareCents, tip: ride.tipCents },
      earnsCents: earnedCents(ride),
    })),
    ...changes.map(({ at, reason, cents }) => ({
      at,
      what: reason,
      vehicle: '',
      hours: null,
      cents: null,
      earnsCents: cents,
    })),
  ];
  return toCsv(COLUMNS, lines);
}
