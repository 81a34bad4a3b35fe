import clsx from 'clsx';
import { HOUR_MS, MINUTE_MS } from '#common/durations.ts';
import { formatDate } from '#common/format-date-time.ts';
import { TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { dateInVegas, formatTime, toInstant } from '#common/time.ts';
import { isOnDay, ridesAhead, spanOf, spanOfDay } from '../planned-time.ts';
import { shortRoute } from '../ride-card/short-place.ts';

/** First hour shown for a day other than today, unless something starts earlier. */
const FIRST_HOUR = '06:00';
/** Possible distances between the axis marks, in hours. */
const MARK_HOURS = [1, 2, 3] as const;
const MOST_MARKS = 10;

interface DayStripProps {
  rides: readonly DriverRide[];
  /** The offer to show on its day; without one, today is shown. */
  offer: Offer | null;
  now: Date;
}

/**
 * A driver's day as a timeline: the time now, their rides, the drive to each, and the given offer. A phone
 * shows only the line, and only when there are rides or an offer. Hidden from screen readers, as the offer's
 * text says the same.
 */
export function DayStrip({ rides, offer, now }: DayStripProps) {
  const date = offer?.scheduledDate ?? dateInVegas(now);
  const ahead = ridesAhead(rides).filter((ride) => isOnDay(ride, date));
  const isToday = date === dateInVegas(now);
  const axis = axisOf(date, [...ahead, ...(offer ? [offer] : [])], isToday ? now : null);
  if (!axis) return null;
  const { at, fromMs, toMs, stepMs } = axis;
  const marks = Array.from(
    { length: Math.floor((toMs - fromMs) / stepMs) + 1 },
    (_, index) => fromMs + index * stepMs,
  );
  const labels = labelsOf(ahead, offer, { now: isToday ? now : null, fromMs });

  return (
    <div
      aria-hidden
      className={clsx(
        'mb-4 rounded-card border border-line bg-surface px-5 py-3 text-14 md:mb-5 md:px-7 md:pt-5 md:pb-4',
        ahead.length === 0 && !offer && 'max-md:hidden',
      )}
    >
      <p className="text-ink-2 max-md:text-12 md:text-right">{formatDate(date, now)}</p>
      {/* The narrow strip omits the labels above the line. */}
      <div className="relative h-21 max-md:-mt-11">
        {labels.map((label, index) => (
          <Label
            key={label.key}
            label={label}
            at={at}
            endMs={labels[index + 1]?.ms ?? Number.POSITIVE_INFINITY}
          />
        ))}
        <span data-size="half" className="route-line absolute inset-x-0 top-15" />
        {offer && <Block of={offer} at={at} className="border-2 border-gold bg-surface" />}
        {ahead.map((ride) => (
          <Block key={ride.id} of={ride} at={at} className="bg-ink dark:bg-gold" />
        ))}
        {isToday && (
          <span
            className="-translate-x-1/2 absolute top-[55px] size-3 rounded-full border-2 border-surface bg-gold"
            style={{ left: at(now.getTime()) }}
          />
        )}
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

/**
 * Calculates the time axis of a day, from now or the morning to midnight. Null when the day has no such time.
 */
function axisOf(date: string, planned: readonly (DriverRide | Offer)[], now: Date | null) {
  const morning = toInstant(date, FIRST_HOUR);
  if (!morning) return null;
  const { startMs: dayMs, endMs: toMs } = spanOfDay(date);
  const earliest = Math.min(
    now?.getTime() ?? morning.getTime(),
    // Rides that began on the evening before are shown from midnight.
    ...planned
      .map(spanOf)
      .map(({ startMs }) => (startMs < dayMs ? dayMs : startMs - TRAVEL_MINUTES * MINUTE_MS)),
  );
  const fromMs = Math.floor(earliest / HOUR_MS) * HOUR_MS;
  const hours = (toMs - fromMs) / HOUR_MS;
  const step = MARK_HOURS.find((each) => hours / each <= MOST_MARKS) ?? 3;
  const at = (ms: number) => `${Math.min(100, Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * 100))}%`;
  return { fromMs, toMs, stepMs: step * HOUR_MS, at };
}

interface StripLabel {
  key: string;
  ms: number;
  title: string;
  isOffer?: boolean;
}

/**
 * Returns the labels above the line, in order. "Now" is omitted while a ride is under way, whose label stands
 * there.
 */
function labelsOf(
  rides: readonly DriverRide[],
  offer: Offer | null,
  { now, fromMs }: { now: Date | null; fromMs: number },
): StripLabel[] {
  const labels: StripLabel[] = rides.map((ride) => ({
    key: ride.id,
    ms: Math.max(spanOf(ride).startMs, fromMs),
    title: shortRoute(ride),
  }));
  if (offer)
    labels.push({ key: offer.id, ms: spanOf(offer).startMs, title: shortRoute(offer), isOffer: true });
  const nowMs = now?.getTime() ?? null;
  const isWithin = (ride: DriverRide | Offer, ms: number) =>
    spanOf(ride).startMs <= ms && ms < spanOf(ride).endMs;
  if (nowMs !== null && ![...rides, ...(offer ? [offer] : [])].some((ride) => isWithin(ride, nowMs))) {
    labels.push({ key: 'now', ms: nowMs, title: 'Now' });
  }
  return labels.sort((a, b) => a.ms - b.ms);
}

interface BlockProps {
  of: DriverRide | Offer;
  at: (ms: number) => string;
  className: string;
}

/** A ride or an offer, preceded by the drive to its pickup. */
function Block({ of, at, className }: BlockProps) {
  const { startMs, endMs } = spanOf(of);
  const leaveMs = startMs - TRAVEL_MINUTES * MINUTE_MS;
  return (
    <>
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

interface LabelProps {
  label: StripLabel;
  at: (ms: number) => string;
  /** Start of the next label, before which this one must end. */
  endMs: number;
}

const Label = ({ label: { ms, title, isOffer }, endMs, at }: LabelProps) => (
  <p
    className="absolute top-0 max-w-36 overflow-hidden pr-2 leading-tight max-md:hidden"
    style={{ left: at(ms), width: `calc(${at(endMs)} - ${at(ms)})` }}
  >
    <span className={clsx('block truncate font-medium', isOffer && 'text-gold-ink')}>{title}</span>
    <span className="figures block truncate font-normal text-ink-2">{formatTime(new Date(ms))}</span>
  </p>
);
