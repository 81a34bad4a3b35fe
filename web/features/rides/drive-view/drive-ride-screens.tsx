import { CircleCheck, PlaneLanding } from 'lucide-react';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { minutesAndSeconds, useSeconds, type Wait, waitOf } from '../driver/waiting-clock.tsx';
import { leaveBy, pickupOf } from '../planned-time.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import { formatPickup } from '../ride-card/format-ride.ts';
import { shortPlace } from '../ride-card/short-place.ts';
import { Figure, Place } from './drive-frame.tsx';

// The screens of the driver's ride, from acceptance to its end.

/** Formats the day of a ride as `, Fri 27 Nov`; empty for today. */
export function dayBefore(ride: Pick<Offer, 'scheduledDate' | 'scheduledTime'>, now: Date): string {
  const { day } = formatPickup(ride.scheduledDate, ride.scheduledTime, now);
  return day === 'Today' ? '' : `, ${day}`;
}

export function Yours({ ride }: { ride: DriverRide }) {
  const now = useNow();
  return (
    <>
      <CircleCheck aria-hidden size={80} strokeWidth={1.5} className="drive-tall mb-5 text-ok" />
      <Figure size={4.5}>Yours</Figure>
      <p className="drive-place mt-3">
        {formatTime(pickupOf(ride))}
        {dayBefore(ride, now)}
      </p>
      <Place>{shortPlace(ride.pickupLocation)}</Place>
      <p className="mt-2 text-ink-2">Leave by {formatTime(leaveBy(ride))}</p>
      <span aria-hidden className="drive-undo-line route-line mt-4 block" />
    </>
  );
}

/** Describes the passengers, as far as known: `Alex Morgan, 2 people`. */
const partyOf = ({ customer, passengers }: DriverRide): string =>
  [customer?.name ?? 'Your rider', passengers && formatPeople(passengers)].filter(Boolean).join(', ');

const formatPeople = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

export function OnTheWay({ ride }: { ride: DriverRide }) {
  const now = useNow();
  return (
    <>
      <p className="text-ink-2">To the pickup{dayBefore(ride, now)}</p>
      <Figure size={6}>{formatTime(pickupOf(ride))}</Figure>
      <Place className="mt-2">{shortPlace(ride.pickupLocation)}</Place>
      <p className="mt-2">{partyOf(ride)}</p>
      <Wishes ride={ride} />
    </>
  );
}

const Stops = ({ stops }: { stops: readonly string[] }) =>
  stops.length > 0 && <p className="mt-2">By {stops.map(shortPlace).join(', ')}</p>;

/** Flight, stops and special requests of the ride. */
const Wishes = ({ ride: { flightNumber, stops, specialRequests } }: { ride: DriverRide }) => (
  <>
    {flightNumber && (
      <p className="mt-2 flex gap-3">
        <PlaneLanding aria-hidden size={28} className="mt-1 shrink-0" />
        <span className="sr-only">Flight </span>
        {flightNumber}
      </p>
    )}
    <Stops stops={stops} />
    {specialRequests && <p className="drive-tall mt-2 line-clamp-3 text-ink-2">{specialRequests}</p>}
  </>
);

export function AtThePickup({ ride }: { ride: DriverRide }) {
  const wait = waitOf(ride);
  return (
    <>
      <p className="text-ink-2">Waiting for {riderName(ride)}</p>
      {wait && <Clock wait={wait} />}
      {ride.passengers !== null && <p className="mt-4 text-ink-2">{formatPeople(ride.passengers)}</p>}
      <Wishes ride={ride} />
    </>
  );
}

/** The waiting time by the server's clock. Screen readers do not read each second. */
function Clock({ wait }: { wait: Wait }) {
  const now = useSeconds();
  const waitedMs = now.getTime() - wait.since.getTime();
  const freeMs = wait.noShowFrom.getTime() - wait.since.getTime();
  if (waitedMs < 0)
    return (
      <>
        <Figure size={6}>{formatTime(wait.since)}</Figure>
        <p className="mt-2">Free minutes begin then.</p>
      </>
    );
  const isOver = waitedMs >= freeMs;
  return (
    <div className={isOver ? 'text-warn' : undefined}>
      <span role="timer" aria-label="Waiting time">
        <Figure size={9}>{minutesAndSeconds(waitedMs)}</Figure>
      </span>
      <span aria-hidden className="relative mt-4 mb-3 block">
        <span className="route-line block text-control!" />
        <span
          className={isOver ? 'route-line absolute inset-0 text-warn!' : 'route-line absolute inset-0'}
          style={{ clipPath: `inset(0 ${100 - Math.min(100, (waitedMs / freeMs) * 100)}% 0 0)` }}
        />
      </span>
      <p>{isOver ? `${minutesAndSeconds(waitedMs - freeMs)} over` : 'of 15 free minutes'}</p>
    </div>
  );
}

export function Driving({ ride }: { ride: DriverRide }) {
  const until = expectedEnd({ ...ride, scheduledAt: pickupOf(ride).toISOString() });
  return (
    <>
      <p className="text-ink-2">To</p>
      <Place>{shortPlace(ride.dropoffLocation)}</Place>
      <p className="mt-4">{partyOf(ride)}</p>
      <Stops stops={ride.stops} />
      <p className="mt-2 text-ink-2">Planned until {formatTime(until)}</p>
    </>
  );
}
