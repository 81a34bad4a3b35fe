import { type Cents, formatCents } from '#common/money.ts';
import { routeInWords } from '#common/rides/overlap.ts';
import type { OwnStatement, StatementRide } from '#common/statements/statement.ts';
import { formatWeek } from '#common/statements/week.ts';
import { formatDay } from '#common/time.ts';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';

interface OwnWeekProps {
  statement: OwnStatement;
  isCurrent: boolean;
  now: Date;
}

/** One of a driver's weeks: its sum, and behind it rides and changes. */
export function OwnWeek({ statement, isCurrent, now }: OwnWeekProps) {
  const { week, paidAt, rides, changes, rideCount, shareCents, tipCents, paysCents } = statement;
  return (
    <Disclosure
      title={
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 font-normal">
          <span className="font-medium">{formatWeek(week, now)}</span>
          <span className="ml-auto flex items-baseline gap-5 max-sm:w-full max-sm:justify-between">
            {paidAt ? (
              <StatusDot tone="ok">{`Paid ${formatDay(new Date(paidAt), now)}`}</StatusDot>
            ) : (
              <StatusDot tone="muted">{isCurrent ? 'This week so far' : 'To be paid'}</StatusDot>
            )}
            <span className="figures text-16">{formatCents(paysCents)}</span>
          </span>
        </span>
      }
    >
      <div className="pb-5 text-14">
        <p className="mb-2 text-ink-2">
          {rideCount === 1 ? '1 ride' : `${rideCount} rides`}, your 80% {formatCents(shareCents)}, tips{' '}
          {formatCents(tipCents)}
        </p>
        <ul>
          {rides.map((ride) => (
            <Line
              key={ride.rideId}
              what={rideInWords(ride)}
              detail={`${formatDay(new Date(ride.at), now)}, tip ${formatCents(ride.tipCents)}`}
              cents={ride.shareCents + ride.tipCents}
            />
          ))}
          {changes.map(({ id, at, reason, cents }) => (
            <Line key={id} what={reason} detail={formatDay(new Date(at), now)} cents={cents} isSigned />
          ))}
        </ul>
      </div>
    </Disclosure>
  );
}

const rideInWords = (ride: StatementRide): string =>
  ride.kind === 'cancelled' ? `${routeInWords(ride)}, called off, fee kept` : routeInWords(ride);

interface LineProps {
  what: string;
  detail: string;
  cents: Cents;
  isSigned?: boolean;
}

const Line = ({ what, detail, cents, isSigned = false }: LineProps) => (
  <li className="flex justify-between gap-4 border-line border-t py-2.5">
    <span className="min-w-0 wrap-anywhere">
      {what} <span className="block text-ink-2">{detail}</span>
    </span>
    <span className="figures">
      {isSigned && cents > 0 && '+'}
      {formatCents(cents)}
    </span>
  </li>
);
