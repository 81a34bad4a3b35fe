import type { Cents } from '#common/money.ts';
import type { StatementSummary } from '#common/statements/statement.ts';
import { type CsvColumn, toCsv } from '#web/lib/csv.ts';
import { signedCents } from './format-payout.ts';

const COLUMNS: readonly CsvColumn<StatementSummary>[] = [
  { title: 'Driver', cell: ({ driverName }) => driverName },
  { title: 'Week of', cell: ({ week }) => week },
  { title: 'Rides', cell: ({ rideCount }) => rideCount },
  { title: 'Base', cell: ({ baseCents: cents }) => ({ cents }) },
  { title: '80% of base', cell: ({ shareCents: cents }) => ({ cents }) },
  { title: 'Tips', cell: ({ tipCents: cents }) => ({ cents }) },
  { title: 'Changes', cell: ({ changeCents: cents }) => ({ cents }) },
  { title: 'Reasons', cell: ({ changes }) => changes.map(reasonOf).join('; ') },
  { title: 'Pays', cell: ({ paysCents: cents }) => ({ cents }) },
  { title: 'Paid at', cell: ({ paid }) => paid?.at ?? '' },
  { title: 'Paid by', cell: ({ paid }) => paid?.by ?? '' },
  { title: 'Rides being checked', cell: ({ underReviewCount = 0 }) => underReviewCount },
];

const reasonOf = ({ reason, cents, by }: { reason: string; cents: Cents; by: string }): string =>
  `${reason} (${signedCents(cents)}, ${by})`;

/** The statements of a week as CSV, one row per driver. */
export const payoutsCsv = (statements: readonly StatementSummary[]): Promise<string> =>
  toCsv(COLUMNS, statements);
