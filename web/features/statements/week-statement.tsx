import clsx from 'clsx';
import { hoursText } from '#common/fares/quote-fare.ts';
import { formatDayTime } from '#common/format-date-time.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { earnedCents } from '#common/rides/driver-earnings.ts';
import { formatStatementRide } from '#common/statements/format-statement-ride.ts';
import type { OwnChange, OwnStatement, StatementRide } from '#common/statements/statement.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';

const TITLES = ['When', 'Ride', 'Vehicle', 'Hours', 'Base rate', 'Your 80%', 'Tip', 'You earn'];

/** Shown in place of amounts that are not known yet. */
const BEING_CHECKED = 'Being checked';

/** Whether a ride's base and share await review by dispatch. If the week is paid first, they follow later. */
const isOpen = (ride: StatementRide): boolean => ride.isUnderReview === true;

interface WeekStatementProps {
  statement: OwnStatement;
  isCurrent: boolean;
  now: Date;
}

/** The rides and changes of a week, the latest first, and their totals. A list where a table does not fit. */
export function WeekStatement({ statement, isCurrent, now }: WeekStatementProps) {
  const { rides, changes, rideCount, baseCents, shareCents, tipCents, paysCents } = statement;
  const total = isCurrent ? 'So far' : 'Total';
  return (
    <section aria-labelledby="week-statement" className="mt-12">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="week-statement" className="display text-28">
          Statement
        </h2>
        <p className="text-14 text-ink-2">80% of the base rate, and the whole tip</p>
      </div>
      <table className="w-full border-collapse text-left text-14 max-lg:hidden print:table">
        <caption className="sr-only">Rides and changes of the week</caption>
        <thead>
          <tr className="border-line border-b text-ink-2">
            {TITLES.map((title, index) => (
              <th key={title} scope="col" className={clsx(CELL, 'font-medium', index > 2 && 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rides.toReversed().map((ride) => (
            <tr key={ride.rideId} className="border-line border-b">
              <td className={CELL}>
                <When at={ride.at} now={now} />
              </td>
              <td className={clsx(CELL, 'wrap-anywhere')}>{formatStatementRide(ride)}</td>
              <td className={clsx(CELL, 'text-ink-2')}>{vehicleName(ride.rideType)}</td>
              <td className={FIGURE}>{ride.hours ?? '–'}</td>
              {isOpen(ride) ? (
                <td colSpan={ride.tipCents > 0 ? 2 : 4} className={clsx(CELL, 'text-right text-ink-2')}>
                  {BEING_CHECKED}
                </td>
              ) : (
                <>
                  <td className={FIGURE}>{formatCents(ride.baseCents)}</td>
                  <td className={FIGURE}>{formatCents(ride.shareCents)}</td>
                </>
              )}
              {!(isOpen(ride) && ride.tipCents === 0) && (
                <>
                  <td className={FIGURE}>{formatCents(ride.tipCents)}</td>
                  <td className={clsx(FIGURE, 'font-semibold')}>{formatCents(earnedCents(ride))}</td>
                </>
              )}
            </tr>
          ))}
          {changes.map((change) => (
            <tr key={change.id} className="border-line border-b">
              <td className={CELL}>
                <When at={change.at} now={now} />
              </td>
              <td colSpan={6} className={clsx(CELL, 'wrap-anywhere')}>
                {change.reason}
              </td>
              <td className={clsx(FIGURE, 'font-semibold')}>{signed(change.cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="print:table-row-group">
          <tr>
            <th scope="row" colSpan={2} className={clsx(CELL, 'text-16')}>
              {total}
            </th>
            <td className={clsx(CELL, 'text-ink-2')}>{countOf(rideCount)}</td>
            <td />
            <td className={FIGURE}>{formatCents(baseCents)}</td>
            <td className={FIGURE}>{formatCents(shareCents)}</td>
            <td className={FIGURE}>{formatCents(tipCents)}</td>
            <td className={clsx(FIGURE, 'text-22 text-gold-ink')}>{formatCents(paysCents)}</td>
          </tr>
        </tfoot>
      </table>
      <ul className="border-line border-t lg:hidden print:hidden">
        {rides.toReversed().map((ride) => (
          <Row
            key={ride.rideId}
            what={formatStatementRide(ride)}
            detail={`${whenOf(ride.at, now)}, ${[vehicleName(ride.rideType), ride.hours !== null && hoursText(ride.hours)].filter(Boolean).join(', ')}`}
            amount={isOpen(ride) ? BEING_CHECKED : formatCents(earnedCents(ride))}
            below={isOpen(ride) && ride.tipCents === 0 ? undefined : `tip ${formatCents(ride.tipCents)}`}
          />
        ))}
        {changes.map((change: OwnChange) => (
          <Row
            key={change.id}
            what={change.reason}
            detail={whenOf(change.at, now)}
            amount={signed(change.cents)}
          />
        ))}
      </ul>
      {rides.some(isOpen) && (
        <p className="mt-3 text-14 text-ink-2">
          Dispatch is checking a final fare. What you earn from that ride is added once they decide.
        </p>
      )}
    </section>
  );
}

const CELL = 'py-3.5 pr-4 align-baseline last:pr-0';
const FIGURE = `${CELL} figures font-normal text-right whitespace-nowrap`;

export const countOf = (rides: number): string => (rides === 1 ? '1 ride' : `${rides} rides`);

const signed = (cents: Cents): string => `${cents > 0 ? '+' : ''}${formatCents(cents)}`;

const whenOf = (at: string, now: Date): string => formatDayTime(new Date(at), now);

const When = ({ at, now }: { at: string; now: Date }) => (
  <time dateTime={at} className="whitespace-nowrap">
    <span className="font-medium">{formatDay(new Date(at), now)}</span>{' '}
    <span className="text-ink-2">{formatTime(new Date(at))}</span>
  </time>
);

interface RowProps {
  what: string;
  detail: string;
  amount: string;
  below?: string | undefined;
}

const Row = ({ what, detail, amount, below }: RowProps) => (
  <li className="flex justify-between gap-4 border-line border-b py-3">
    <span className="min-w-0 wrap-anywhere">
      <span className="font-medium">{what}</span>
      <span className="block text-14 text-ink-2">{detail}</span>
    </span>
    <span className="figures shrink-0 text-right whitespace-nowrap">
      {amount}
      {below && <span className="block text-14 text-ink-2 font-normal">{below}</span>}
    </span>
  </li>
);
