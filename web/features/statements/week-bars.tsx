import clsx from 'clsx';
import type { CSSProperties } from 'react';
import { type Cents, formatCents, formatWholeDollars } from '#common/money.ts';
import { sumCents } from '#common/rides/ride-money.ts';
import type { OwnStatement } from '#common/statements/statement.ts';
import { addDays, dateInVegas, formatDay, toInstant } from '#common/time.ts';

/** The expected pay of an accepted ride, on its day. */
export interface RideAhead {
  /** YYYY-MM-DD in Las Vegas. */
  date: string;
  cents: Cents;
}

interface Day {
  date: string;
  shareCents: Cents;
  tipCents: Cents;
  aheadCents: Cents;
}

/** Returns the pay of each day of a week, and the expected pay of accepted rides. */
export function daysOf(
  { week, rides }: Pick<OwnStatement, 'week' | 'rides'>,
  ahead: readonly RideAhead[],
): Day[] {
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(week, index);
    const driven = rides.filter(({ at }) => dateInVegas(new Date(at)) === date);
    return {
      date,
      shareCents: sumCents(driven.map(({ shareCents }) => shareCents)),
      tipCents: sumCents(driven.map(({ tipCents }) => tipCents)),
      aheadCents: sumCents(ahead.filter((ride) => ride.date === date).map(({ cents }) => cents)),
    };
  });
}

const totalOf = ({ shareCents, tipCents, aheadCents }: Day): Cents => shareCents + tipCents + aheadCents;

/** Returns five ticks in even steps from zero, up to a round amount that is at least the highest day's. */
export function ticksOf(mostCents: Cents): Cents[] {
  const least = Math.max(mostCents, 4_000) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 3, 5, 7.5, 10].map((times) => times * magnitude).find((each) => each >= least);
  return [0, 1, 2, 3, 4].map((times) => times * (step ?? least));
}

interface WeekBarsProps {
  statement: OwnStatement;
  ahead: readonly RideAhead[];
  now: Date;
}

/**
 * A week as a bar chart: the share solid, tips hatched, accepted rides dashed. The statement below is its
 * text alternative.
 */
export function WeekBars({ statement, ahead, now }: WeekBarsProps) {
  const days = daysOf(statement, ahead);
  const ticks = ticksOf(Math.max(...days.map(totalOf)));
  const top = ticks.at(-1) ?? 1;
  const today = dateInVegas(now);
  const aheadCents = sumCents(days.map((day) => day.aheadCents));
  const count = ahead.filter(({ date }) => days.some((day) => day.date === date)).length;

  return (
    <section aria-labelledby="by-day" className="rounded-card border border-line bg-surface p-5 sm:p-7">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="by-day" className="display text-28">
          By day
        </h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-14 text-ink-2">
          <Key className="bg-gold">Your 80%</Key>
          <Key style={HATCHED} className="border border-gold">
            Tips
          </Key>
          <Key className="border border-ink-2 border-dashed">Accepted</Key>
        </ul>
      </div>
      <div
        role="img"
        aria-label="What each day pays; the statement below gives the figures"
        className="figures relative mt-10 mb-9 ml-13 flex h-56 font-normal text-12"
      >
        {ticks.map((cents) => (
          <span
            key={cents}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: `${(100 * cents) / top}%` }}
          >
            <span className="absolute right-full mr-2.5 -translate-y-1/2 text-ink-2">
              {formatWholeDollars(cents)}
            </span>
          </span>
        ))}
        {days.map((day) => (
          <span key={day.date} className="relative flex flex-1 flex-col items-center justify-end">
            <span
              className="relative flex w-[46%] max-w-11 flex-col"
              style={{ height: `${(100 * totalOf(day)) / top}%` }}
            >
              {totalOf(day) > 0 && (
                <span
                  className={clsx(
                    'absolute bottom-full left-1/2 mb-1.5 -translate-x-1/2',
                    day.shareCents > 0 ? 'font-medium' : 'text-ink-2',
                  )}
                >
                  {formatWholeDollars(totalOf(day))}
                </span>
              )}
              <Part of={day} cents={day.aheadCents} className="border border-ink-2 border-dashed" />
              <Part of={day} cents={day.tipCents} className="border border-gold" style={HATCHED} />
              <Part of={day} cents={day.shareCents} className="bg-gold" />
            </span>
            <span
              className={clsx(
                'absolute top-full mt-2.5 whitespace-nowrap',
                day.date === today ? 'font-semibold' : 'text-ink-2',
              )}
            >
              {weekdayOf(day.date)}
              <span className="max-sm:hidden"> {Number(day.date.slice(-2))}</span>
            </span>
          </span>
        ))}
      </div>
      <p className="border-line border-t pt-4 text-14 text-ink-2 empty:hidden">
        {aheadCents > 0 && (
          <>
            {count === 1 ? '1 accepted ride brings' : `${count} accepted rides bring`}{' '}
            <span className="font-semibold text-ink">{formatCents(aheadCents)}</span> more by Sunday.
          </>
        )}
      </p>
    </section>
  );
}

const HATCHED: CSSProperties = {
  background: 'repeating-linear-gradient(-45deg, var(--gold) 0 1.5px, transparent 1.5px 6px)',
};

const weekdayOf = (date: string): string => {
  const noon = toInstant(date, '12:00');
  return noon ? (formatDay(noon, noon).split(' ')[0] ?? date) : date;
};

const Key = ({ children, ...look }: { children: string; className: string; style?: CSSProperties }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden className={clsx('size-3.5', look.className)} style={look.style} />
    {children}
  </li>
);

interface PartProps {
  of: Day;
  cents: Cents;
  className: string;
  style?: CSSProperties;
}

const Part = ({ of, cents, className, style }: PartProps) =>
  cents > 0 && <span className={className} style={{ ...style, height: `${(100 * cents) / totalOf(of)}%` }} />;
