import { useState } from 'react';
import { formatClock } from '#common/drivers/weekly-hours.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatCents, parseDollars } from '#common/money.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { sumCents } from '#common/rides/ride-money.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { WEEKDAYS } from '#common/weekdays.ts';
import { ListStatus } from '#web/components/list-status.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { resyncLists } from '#web/lib/active-lists.ts';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useDriverRides, useOffers } from '../api/use-lists.ts';
import { useDriver } from '../duty/driver-store.ts';
import { MyHours } from '../duty/my-hours.tsx';
import { isOnDay } from '../planned-time.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { agendaOf, laterDays, placeOnStrip, SHOWN_DAYS } from './agenda.ts';
import { AgendaDaySection, LaterRides } from './agenda-day.tsx';
import { OwnCalendar } from './own-calendar.tsx';

interface MyScheduleProps {
  driverId: string;
  renderVehicle: RenderRideVehicle;
}

/** A driver's live schedule: the next eight days, later rides, weekly hours and the calendar subscription. */
export function MySchedule({ driverId, renderVehicle }: MyScheduleProps) {
  const { rides, phase, asOf } = useDriverRides(driverId);
  const { posted } = useOffers();
  const now = useNow();
  const list = Object.values(rides);
  const ahead = list.filter(({ status }) => status === 'accepted' || status === 'in_progress');
  const offers = posted.flatMap(({ offer, isTaken }) => (isTaken ? [] : offer));
  const days = agendaOf({ rides: list, offers, now });
  const later = laterDays(list, now);

  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-8 gap-y-2">
        <ListStatus phase={phase} asOf={asOf} />
        {ahead.length > 0 && (
          <p className="text-14 text-ink-2">
            {ahead.length === 1 ? '1 ride ahead, it pays you' : `${ahead.length} rides ahead, they pay you`}{' '}
            <span className="font-medium text-ink">{formatCents(paysOf(ahead))}</span>
          </p>
        )}
      </div>
      {phase === 'failed' && (
        <FailedState title="We couldn't load your rides" text={NO_ANSWER} onRetry={resyncLists} />
      )}
      {phase === 'ready' && (
        <div className="mt-9 grid items-start gap-x-18 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,372px)]">
          {ahead.length === 0 ? (
            <EmptyState
              title="Nothing ahead"
              text="Accepted rides appear here"
              action={<ButtonLink to="/driver">View Available Rides</ButtonLink>}
            />
          ) : (
            <div>
              {days.map((day) => (
                <AgendaDaySection key={day.date} day={day} now={now} renderVehicle={renderVehicle} />
              ))}
              {later.length > 0 && <LaterRides days={later} now={now} renderVehicle={renderVehicle} />}
            </div>
          )}
          <div className="grid gap-4">
            <DaysAhead driverId={driverId} rides={list} now={now} />
            <OwnCalendar />
          </div>
        </div>
      )}
    </>
  );
}

const paysOf = (rides: readonly DriverRide[]): number =>
  sumCents(rides.map(({ driverShare }) => parseDollars(driverShare) ?? 0));

interface DaysAheadProps {
  driverId: string;
  rides: readonly DriverRide[];
  now: Date;
}

/** Overview of the eight days: the rides on each day's line, and the driver's weekly hours. */
function DaysAhead({ driverId, rides, now }: DaysAheadProps) {
  const driver = useDriver(driverId);
  const [isEditing, setIsEditing] = useState(false);
  const today = dateInVegas(now);
  const dates = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(today, index));

  return (
    <section aria-labelledby="days-ahead" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <h2 id="days-ahead" className="display text-28">
        The next eight days
      </h2>
      <ul className="mt-3">
        {dates.map((date) => {
          const own = rides.filter((ride) => ride.status !== 'cancelled' && isOnDay(ride, date));
          return (
            <li
              key={date}
              className="grid grid-cols-[4.5rem_minmax(0,1fr)_3.5rem] items-center gap-3 border-line border-b py-2 text-14 last:border-0"
            >
              <span className={date === today ? 'font-semibold' : undefined}>
                {formatDate(date, now).split(' ').slice(0, 2).join(' ')}
              </span>
              <span aria-hidden className="relative h-2.5">
                <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
                {own.map((ride) => (
                  <span
                    key={ride.id}
                    className={`absolute inset-y-0 rounded-[2px] ${ride.status === 'completed' ? 'bg-control' : 'bg-gold'}`}
                    style={placeOf(ride, date)}
                  />
                ))}
              </span>
              <span className={own.length > 0 ? 'text-right' : 'text-right text-ink-2'}>
                {own.length === 0 ? 'Free' : own.length === 1 ? '1 ride' : `${own.length} rides`}
              </span>
            </li>
          );
        })}
      </ul>
      {driver && (
        <div className="mt-3 border-line border-t pt-4 text-14">
          <p className="font-medium">Your weekly hours</p>
          <ul className="mt-1 text-ink-2">
            {driver.weeklyHours.length === 0 && <li>None set yet</li>}
            {driver.weeklyHours.map(({ weekday, from, to }) => (
              <li key={`${weekday} ${from}`}>
                {WEEKDAYS[weekday]}, {formatClock(from)} to {formatClock(to)}
              </li>
            ))}
          </ul>
          <Button variant="outline" className="mt-3" onClick={() => setIsEditing(true)}>
            Change hours
          </Button>
          {isEditing && <MyHours driver={driver} onClose={() => setIsEditing(false)} />}
        </div>
      )}
    </section>
  );
}

/** Returns the CSS position of a ride on a day's line. */
function placeOf(ride: DriverRide, date: string) {
  const { from, to } = placeOnStrip(ride, date);
  return { left: `${100 * from}%`, width: `max(4px, ${100 * (to - from)}%)` };
}
