import { type Cents, formatCents } from '#common/money.ts';
import { formatStatementRide } from '#common/statements/format-statement-ride.ts';
import type { StatementRide } from '#common/statements/statement.ts';

/** A signed amount: `+$20.00`, `−$25.00`. */
export const signedCents = (cents: Cents): string => `${cents > 0 ? '+' : ''}${formatCents(cents)}`;

/** A ride in words: `Sphere to Wynn`, `ARIA to Bellagio, 3 h`; a cancelled ride adds that a fee was kept. */
export function formatPayoutRide(ride: StatementRide): string {
  const isHourly = ride.kind === 'completed' && ride.bookingType === 'hourly' && ride.hours !== null;
  return `${formatStatementRide(ride)}${isHourly ? `, ${ride.hours}\u00A0h` : ''}`;
}

/** A count of rides: `1 ride`, `27 rides`. */
export const formatRideCount = (count: number): string => (count === 1 ? '1 ride' : `${count} rides`);

/** Explains how rides under review affect the payouts. */
export const BEING_CHECKED_NOTE =
  'For a ride being checked, only a tip is in these sums. Its share is added once the final fare is decided: to this week or, if it is paid by then, to the week of the decision.';

/** Parses typed dollars with an optional sign to cents: `-25`, `+20.50`, `$20`; null for anything else. */
export function parseSignedDollars(text: string): Cents | null {
  const match = /^([+\-−]?)\s*\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' || match[1] === '−' ? -cents : cents;
}
