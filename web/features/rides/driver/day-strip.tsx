import clsx from 'clsx';
import { TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { addDays, dateInVegas, formatDay, formatTime, toInstant } from '#common/time.ts';
import { shortRoute } from '../ride-card/short-place.ts';
import { ridesAhead, spanOf } from './fit.ts';

const HOUR_MS = 3_600_000;
/** A day that is not today is shown from six in the morning on, unless something is earlier. */
const FIRST_HOUR = '06:00';
/** Hours between the marks of the axis. */
const MARK_HOURS = [1, 2, 3] as const;
const MOST_MARKS = 10;

interface DayStripProps {
  rides: readonly DriverRide[];
  /** The offer whose day is shown, and its place in it; today without one. */
  offer: Offer | null;
  now: Date;
}

/**
 * A driver's day on the route line: now, their rides, the drive to each, and where an offer would stand. A phone has room for the
 * line alone, and only where there is something on it. For the eye alone; the offer's own line says the same.
 */
export function DayStrip({ rides, offer, now }: DayStripProps) {
  const date = offer?.scheduledDate ?? dateInVegas(now);
  const ahead = ridesAhead(rides).filter(({ scheduledDate }) => scheduledDate === date);
  const isToday = date === dateInVegas(now);
  const axis = axisOf(date, [...ahead, ...(offer ? [offer] : [])], isToday ? now : null);
  if (!axis) return null;
  const { at, fromMs, toMs, stepMs } = axis;
  const marks = Array.from(
    { length: Math.floor((toMs - fromMs) / stepMs) + 1 },
    (_, index) => fromMs + index * stepMs,
  );

  return (
    <div
      aria-hidden
      className={clsx(
        'mb-4 rounded-card border border-line bg-surface px-5 py-3 text-14 md:mb-5 md:px-7 md:pt-5 md:pb-4',
        ahead.length === 0 && !offer && 'max-md:hidden',
      )}
    >
      <p className="text-ink-2 max-md:text-12 md:text-right">{formatDay(new Date(fromMs), now)}</p>
      {/* What stands above the line in the wide strip is not there in the narrow one. */}
      <div className="relative h-21 max-md:-mt-11">
        {isToday && (
          <Label left={at(now.getTime())} title="Now" time={now.getTime()} className="font-medium" />
        )}
        <span data-size="half" className="route-line absolute inset-x-0 top-15" />
        {isToday && (
          <span
            className="-translate-x-1/2 absolute top-[57px] size-2.5 rounded-full bg-gold"
            style={{ left: at(now.getTime()) }}
          />
        )}
        {offer && <Block of={offer} at={at} className="border-2 border-gold bg-surface" isOffer />}
        {ahead.map((ride) => (
          <Block key={ride.id} of={ride} at={at} className="bg-ink dark:bg-gold" />
        ))}
      </div>
      <div className="figures relative h-5 font-normal text-12 text-ink-2">
        {marks.map((ms) => (
          <span
            key={ms}
            className="-translate-x-1/2 absolute whitespace-nowrap max-md:nth-[even]:hidden"
            style={{ left: at(ms) }}
          >
            {formatTime(new Date(ms)).replace(':00', '')}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The axis of a day: from now, or from the morning, to midnight. Null for a day without these hours. */
function axisOf(date: string, planned: readonly (DriverRide | Offer)[], now: Date | null) {
  const morning = toInstant(date, FIRST_HOUR);
  const midnight = toInstant(addDays(date, 1), '00:00');
  if (!morning || !midnight) return null;
  const earliest = Math.min(
    now?.getTime() ?? morning.getTime(),
    ...planned.map((ride) => spanOf(ride).startMs - TRAVEL_MINUTES * 60_000),
  );
  const fromMs = Math.floor(earliest / HOUR_MS) * HOUR_MS;
  const toMs = midnight.getTime();
  const hours = (toMs - fromMs) / HOUR_MS;
  const step = MARK_HOURS.find((each) => hours / each <= MOST_MARKS) ?? 3;
  const at = (ms: number) => `${Math.min(100, ((ms - fromMs) / (toMs - fromMs)) * 100)}%`;
  return { fromMs, toMs, stepMs: step * HOUR_MS, at };
}

interface BlockProps {
  of: DriverRide | Offer;
  at: (ms: number) => string;
  isOffer?: boolean;
  className: string;
}

/** A ride or an offer, with the drive there before it. */
function Block({ of, at, isOffer = false, className }: BlockProps) {
  const { startMs, endMs } = spanOf(of);
  const leaveMs = startMs - TRAVEL_MINUTES * 60_000;
  return (
    <>
      <Label
        left={at(startMs)}
        title={shortRoute(of)}
        time={startMs}
        className={isOffer ? 'font-medium text-gold-ink' : 'font-medium'}
      />
      <span
        className="absolute top-[59px] h-1 bg-gold"
        style={{ left: at(leaveMs), right: `calc(100% - ${at(startMs)})` }}
      />
      <span
        className={`absolute top-[49px] h-6 rounded-[6px] ${className}`}
        style={{ left: at(startMs), right: `calc(100% - ${at(endMs)})` }}
      />
    </>
  );
}

const Label = ({
  left,
  title,
  time,
  className,
}: {
  left: string;
  title: string;
  time: number;
  className: string;
}) => (
  <p className="absolute top-0 max-w-36 leading-tight max-md:hidden" style={{ left }}>
    <span className={`block truncate ${className}`}>{title}</span>
    <span className="figures font-normal text-ink-2">{formatTime(new Date(time))}</span>
  </p>
);
