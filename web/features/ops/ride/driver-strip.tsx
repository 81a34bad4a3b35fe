import { HOUR_MS } from '#common/durations.ts';
import type { Candidate } from '#common/rides/dispatch-api.ts';
import { plannedSpan, type Span } from '#common/rides/overlap.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { formatTime } from '#common/time.ts';
import { placeIn } from '../place-in-window.ts';

const AROUND_MS = 2 * HOUR_MS;

/** The hours of a ride, and those from 2 h before it to 2 h after it. */
export function windowsOf(ride: StaffRide): { wanted: Span; shown: Span } {
  const wanted = plannedSpan(new Date(ride.scheduledAt), ride);
  return { wanted, shown: { startMs: wanted.startMs - AROUND_MS, endMs: wanted.endMs + AROUND_MS } };
}

interface DriverStripProps {
  rides: Candidate['rides'];
  wanted: Span;
  shown: Span;
}

/**
 * A driver's rides around the requested hours, which are highlighted in gold. Hidden from screen readers; the
 * reason beside it says the same.
 */
export function DriverStrip({ rides, wanted, shown }: DriverStripProps) {
  return (
    <span aria-hidden className="relative block h-full min-h-11">
      <span className="absolute inset-y-0 border-gold border-x bg-gold/15" style={styleOf(wanted, shown)} />
      <span className="absolute inset-x-0 top-1/2 h-px bg-control" />
      {rides.map(({ id, from, until }) => (
        <span
          key={id}
          className="absolute top-1/2 flex -translate-y-1/2 items-center"
          style={styleOf({ startMs: Date.parse(from), endMs: Date.parse(until) }, shown)}
        >
          <span className="size-2 shrink-0 rounded-full bg-gold" />
          <span data-size="half" className="route-line min-w-0 flex-1" />
          <span className="size-2 shrink-0 rounded-[1px] bg-ink" />
        </span>
      ))}
    </span>
  );
}

/** The scale above the strips: its start, the start of the ride, its end. */
export function StripHead({ wanted, shown }: { wanted: Span; shown: Span }) {
  const middle = placeIn(wanted, shown);
  const end = (ms: number) => (isAfternoon(ms) === isAfternoon(wanted.startMs) ? digits(ms) : hour(ms));
  return (
    <span aria-hidden className="relative block h-5 text-12 text-ink-2 whitespace-nowrap">
      <span className="absolute left-0">{end(shown.startMs)}</span>
      <span
        className="absolute -translate-x-1/2 font-medium text-gold-ink"
        style={{ left: `${(middle?.left ?? 0) + (middle?.width ?? 0) / 2}%` }}
      >
        {hour(wanted.startMs)}
      </span>
      <span className="absolute right-0">{end(shown.endMs)}</span>
    </span>
  );
}

/** A time without AM or PM, for an end of the scale in the same half of the day as the labeled middle. */
const digits = (ms: number): string => hour(ms).replace(/ [AP]M$/, '');

const isAfternoon = (ms: number): boolean => hour(ms).endsWith('PM');

/** A time of day: `5 PM`, `5:30 PM`. */
export const hour = (ms: number): string => formatTime(new Date(ms)).replace(':00', '');

function styleOf(span: Span, shown: Span) {
  const place = placeIn(span, shown);
  return place ? { left: `${place.left}%`, width: `${place.width}%` } : { display: 'none' };
}
