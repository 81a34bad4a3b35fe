import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MINUTE_MS } from '#common/durations.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatDollarString } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { TRAVEL_MINUTES } from '#common/rides/overlap.ts';
import { formatTime } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { colorOf } from '#common/vehicles/vehicle.ts';
import { boardFor } from '../driver/free-time.ts';
import { spanOf } from '../planned-time.ts';
import { formatBooking } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import type { AgendaDay, laterDays, Stretch } from './agenda.ts';

interface AgendaDaySectionProps {
  day: AgendaDay;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** One day of the schedule on its time axis, or several free days as one line. */
export function AgendaDaySection({ day, now, renderVehicle }: AgendaDaySectionProps) {
  const id = `day-${day.date}`;
  return (
    <section aria-labelledby={id} className="mt-10 first:mt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-2.5">
        <h2 id={id} className="display text-28">
          {titleOf(day, now)}
        </h2>
        <p className="text-14 text-ink-2">{countsOf(day)}</p>
      </div>
      {day.stretches.length > 0 && (
        <ol className="pt-3">
          {day.stretches.map((stretch) => (
            <li key={`${stretch.kind} ${keyOf(stretch)}`}>
              {stretch.kind === 'free' && <Free stretch={stretch} />}
              {stretch.kind === 'drive' && <Drive stretch={stretch} />}
              {stretch.kind === 'ride' && <RideOnAxis stretch={stretch} renderVehicle={renderVehicle} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface LaterRidesProps {
  days: ReturnType<typeof laterDays>;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** The rides after the days of the schedule, grouped by day. */
export const LaterRides = ({ days, now, renderVehicle }: LaterRidesProps) => (
  <section aria-labelledby="later" className="mt-10">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-2.5">
      <h2 id="later" className="display text-28">
        Later
      </h2>
      <p className="text-14 text-ink-2">{formatRideCount(days.flatMap(({ rides }) => rides).length)}</p>
    </div>
    {days.map(({ date, rides }) => (
      <section key={date} aria-labelledby={`day-${date}`} className="mt-5">
        <h3 id={`day-${date}`} className="font-medium">
          {formatDate(date, now)}
        </h3>
        <ol className="mt-2 grid gap-3">
          {rides.map((ride) => (
            <li key={ride.id}>
              <RideOnAxis
                stretch={{ kind: 'ride', ride, span: spanOf(ride), isContinued: false }}
                renderVehicle={renderVehicle}
              />
            </li>
          ))}
        </ol>
      </section>
    ))}
  </section>
);

const formatRideCount = (count: number): string => (count === 1 ? '1 ride' : `${count} rides`);

const keyOf = (stretch: Stretch): string | number =>
  stretch.kind === 'free' ? stretch.fromMs : stretch.ride.id;

/** Formats the heading of a day: `Today, Fri 20 Nov`, `Sat 21 Nov`, `Tue 24 Nov to Thu 26 Nov`. */
function titleOf({ date, last, isToday }: AgendaDay, now: Date): string {
  const first = formatDate(date, now);
  if (isToday) return `Today, ${first}`;
  return last === date ? first : `${first} to ${formatDate(last, now)}`;
}

function countsOf({ ahead, done, isToday, stretches }: AgendaDay): string {
  const rides = formatRideCount(ahead.length);
  if (!isToday) return stretches.length === 0 ? 'free' : rides;
  return `${rides} ahead${done.length > 0 ? `, ${done.length} done` : ''}`;
}

const time = (ms: number): string => formatTime(new Date(ms));

interface RowProps {
  at: string | null;
  axis: ReactNode;
  children: ReactNode;
}

/** A time, the axis, and the entry at that time. */
const Row = ({ at, axis, children }: RowProps) => (
  <div className="grid min-h-13 grid-cols-[72px_28px_minmax(0,1fr)] items-stretch gap-x-3 pl-3 sm:grid-cols-[84px_28px_minmax(0,1fr)] sm:pl-5">
    <span className="figures self-center py-3 text-14 font-normal text-ink-2 whitespace-nowrap">{at}</span>
    <span aria-hidden className="relative flex justify-center">
      {axis}
    </span>
    <span className="self-center py-3 leading-snug">{children}</span>
  </div>
);

const THIN = <span className="w-px bg-line" />;

function Free({ stretch }: { stretch: Extract<Stretch, { kind: 'free' }> }) {
  const { fromMs, isRestOfDay, isNow, fitting } = stretch;
  return (
    <Row
      at={isNow || !isRestOfDay ? time(fromMs) : null}
      axis={
        <>
          {THIN}
          {isNow && (
            <span className="absolute top-1/2 size-4 -translate-y-1/2 rounded-full border-4 border-gold bg-bg" />
          )}
        </>
      }
    >
      <span className={isNow ? 'font-medium' : 'text-ink-2'}>{formatFree(stretch)}</span>
      {fitting > 0 && (
        <Link
          to={boardFor(stretch)}
          className="ml-3 inline-flex min-h-6 items-center text-14 font-semibold text-gold-ink hover:underline"
        >
          {fitting === 1 ? '1 request fits' : `${fitting} requests fit`}
        </Link>
      )}
    </Row>
  );
}

/** Formats free time: `Now. Free until 7:14 PM`, `6 h 45 min free`, `Free the rest of the day`. */
function formatFree({ fromMs, untilMs, isRestOfDay, isNow }: Extract<Stretch, { kind: 'free' }>): string {
  if (isRestOfDay) return isNow ? 'Now. Free the rest of the day' : 'Free the rest of the day';
  if (isNow) return `Now. Free until ${time(untilMs)}`;
  const minutes = Math.round((untilMs - fromMs) / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')} free`;
}

function Drive({ stretch: { fromMs, ride, before } }: { stretch: Extract<Stretch, { kind: 'drive' }> }) {
  const to = addressLines(ride.pickupLocation).name;
  return (
    <Row at={time(fromMs)} axis={<span className="w-1 bg-gold" />}>
      <span className="text-14">
        <span className="font-medium">About {TRAVEL_MINUTES} min drive</span>{' '}
        <span className="text-ink-2">
          {before ? `from ${addressLines(before.dropoffLocation).name}` : `to ${to}`}
        </span>
      </span>
    </Row>
  );
}

interface RideOnAxisProps {
  stretch: Extract<Stretch, { kind: 'ride' }>;
  renderVehicle: RenderRideVehicle;
}

const formatPassengers = (count: number | null): string | null =>
  count === null ? null : `${count} ${count === 1 ? 'passenger' : 'passengers'}`;

function RideOnAxis({ stretch: { ride, span, isContinued }, renderVehicle }: RideOnAxisProps) {
  const name = ride.customer?.name;
  const people = formatPassengers(ride.passengers);
  return (
    <Link
      to="/driver-rides"
      className="relative block rounded-card border border-line bg-surface hover:border-control"
    >
      <div className="grid grid-cols-[72px_28px_minmax(0,1fr)_auto] gap-x-3 py-4 pr-4 pl-3 sm:grid-cols-[84px_28px_minmax(0,1fr)_auto_auto] sm:pr-5 sm:pl-5">
        <span className="flex flex-col justify-between gap-5 text-14 whitespace-nowrap">
          <span className="figures">{time(span.startMs)}</span>
          <span className="figures font-normal text-ink-2">{time(span.endMs)}</span>
        </span>
        <span aria-hidden className="flex flex-col items-center gap-[3px] py-1">
          <span className="size-3 shrink-0 rounded-full bg-gold" />
          <span data-direction="vertical" className="route-line flex-1" />
          <span className="size-3 shrink-0 rounded-[1px] bg-ink" />
        </span>
        <span className="flex min-w-0 flex-col justify-between gap-5 leading-snug">
          <span className="font-medium wrap-anywhere">{addressLines(ride.pickupLocation).name}</span>
          <span className="wrap-anywhere">{addressLines(ride.dropoffLocation).name}</span>
        </span>
        <span aria-hidden className="self-end max-sm:hidden">
          {renderVehicle(ride.rideType, colorOf(ride.vehicle, ride.preferredColor))}
        </span>
        {/* The ride's first day already shows the driver's share. */}
        <span className="figures text-18 text-gold-ink">
          {!isContinued && formatDollarString(ride.driverShare)}
        </span>
      </div>
      <p className="mx-3 flex flex-wrap justify-between gap-x-4 border-line border-t py-2.5 text-14 text-ink-2 sm:mx-5">
        <span>{[name, people].filter(Boolean).join(', ')}</span>
        <span className={clsx(!name && !people && 'ml-auto')}>
          {vehicleName(ride.rideType)}, {formatBooking(ride).toLowerCase()}
        </span>
      </p>
    </Link>
  );
}
