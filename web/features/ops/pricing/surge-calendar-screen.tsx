import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  addSurgeEvent,
  changeSurgeEvent,
  endSurgeEvent,
  type NewSurgeEvent,
  type SurgeEvent,
} from '#common/fares/surge-days-api.ts';
import { dateInVegas } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { type EditRefusal, refuseEdit } from '../refuse-edit.ts';
import { useOpenForm } from '../use-open-form.ts';
import { EventForm } from './event-form.tsx';
import { EventList } from './event-list.tsx';
import { isMonth, monthName, monthOf, shiftMonth } from './month-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { PricingTabs } from './pricing-tabs.tsx';
import { useSurgeCalendar } from './use-surge-calendar.ts';

/** What the form edits: a new event on a day, or an existing event. */
type Subject = { day: string; event: SurgeEvent | null };

const keyOf = ({ day, event }: Subject): string => event?.id ?? day;

/** Maximum number of events in the list beside the month. */
const COMING_UP = 6;

/** The surge calendar of the month in the URL, with a form to edit its events. */
export function SurgeCalendarScreen() {
  const [today] = useState(() => dateInVegas(serverNow()));
  const [search, setSearch] = useSearchParams();
  const asked = search.get('month');
  const month = isMonth(asked) ? asked : monthOf(today);
  const [active, setActive] = useState(isMonth(asked) && asked !== monthOf(today) ? `${asked}-01` : today);
  const { subject, show: showForm, isOpen } = useOpenForm(keyOf);
  const page = useRef<HTMLDivElement>(null);
  const calendar = useSurgeCalendar(month, today);

  const show = (next: string) => setSearch(next === monthOf(today) ? {} : { month: next }, { replace: true });
  const move = (date: string) => {
    setActive(date);
    if (monthOf(date) !== month) show(monthOf(date));
  };
  const turnTo = (next: string) => move(next === monthOf(today) ? today : `${next}-01`);

  /** Closes the form only if it still shows the event that this reply is about. */
  const close = () => {
    if (!isOpen(subject)) return;
    showForm(null);
    page.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  };
  const add = (day: string) => {
    setActive(day);
    showForm({ day, event: null });
  };
  const open = (event: SurgeEvent) => showForm({ day: event.firstDay, event });

  const save = async (
    event: NewSurgeEvent,
    known: SurgeEvent | null,
  ): Promise<EditRefusal<SurgeEvent> | null> => {
    try {
      if (known) await call(changeSurgeEvent, { eventId: known.id, version: known.version, ...event });
      else await call(addSurgeEvent, event);
    } catch (error) {
      return refuse(error);
    }
    toast.success(known ? 'Event saved' : 'Event added', 'It applies to the next quote.');
    close();
    await calendar.reload();
    return null;
  };

  const end = async ({ id, version, name }: SurgeEvent): Promise<EditRefusal<SurgeEvent> | null> => {
    try {
      const { event } = await call(endSurgeEvent, { eventId: id, version });
      toast.success(event ? `${name} ends today` : `${name} is removed`);
      close();
      await calendar.reload();
      return null;
    } catch (error) {
      return refuse(error);
    }
  };

  const refuse = (error: unknown) =>
    refuseEdit(error, {
      known: subject?.event ?? null,
      isOpen: () => isOpen(subject),
      reload: async () => {
        const now = await calendar.reload();
        return now && joined(now.upcoming, now.month).events;
      },
      fieldOfNew: 'name',
    });

  const isLoading = calendar.phase === 'loading';
  const shown = calendar.month.events.filter(
    ({ firstDay, lastDay }) => monthOf(firstDay) <= month && monthOf(lastDay) >= month,
  );
  return (
    <div ref={page} className="pb-10">
      <OpsHeader
        title="Pricing"
        tabs={<PricingTabs />}
        note={
          <span role="status">{isLoading ? 'Loading the calendar...' : 'Events that raise the rate'}</span>
        }
      />
      <div className="grid gap-x-14 gap-y-8 xl:grid-cols-[minmax(0,1fr)_23.25rem]">
        <section aria-busy={isLoading}>
          <div className="mb-3 flex items-center gap-2">
            <h2 aria-live="polite" className="display mr-auto text-28">
              {monthName(month)}
            </h2>
            <Button
              variant="outline"
              aria-label="Previous month"
              className={`${OPS_CONTROL} px-2.5!`}
              onClick={() => turnTo(shiftMonth(month, -1))}
            >
              <ChevronLeft aria-hidden size={18} />
            </Button>
            <Button
              variant="outline"
              aria-label="Next month"
              className={`${OPS_CONTROL} px-2.5!`}
              onClick={() => turnTo(shiftMonth(month, 1))}
            >
              <ChevronRight aria-hidden size={18} />
            </Button>
            <Button variant="outline" className={`${OPS_CONTROL} px-4!`} onClick={() => move(today)}>
              Today
            </Button>
          </div>
          {calendar.phase === 'failed' ? (
            <FailedState
              title="We couldn’t load the calendar"
              text={messageOf(calendar.error)}
              onRetry={calendar.retry}
            />
          ) : (
            <MonthGrid
              month={month}
              calendar={calendar.month}
              today={today}
              active={active}
              openId={subject?.event?.id ?? null}
              onMove={move}
              onAdd={add}
              onOpen={open}
            />
          )}
        </section>
        <div className="grid content-start gap-8">
          {subject ? (
            <EventForm
              key={keyOf(subject)}
              {...subject}
              today={today}
              calendar={joined(calendar.upcoming, calendar.month)}
              onSave={save}
              onEnd={end}
              onCancel={close}
            />
          ) : (
            <div>
              <p className="text-14 text-ink-2">
                Select a day to add an event, or an event to change or end it.
              </p>
              <Button className={`${OPS_CONTROL} mt-3`} onClick={() => add(active < today ? today : active)}>
                Add an event
              </Button>
            </div>
          )}
          {calendar.phase !== 'failed' && (
            <>
              <EventList
                className="sm:hidden"
                title={`In ${monthName(month)}`}
                events={shown}
                empty={isLoading ? null : 'No events this month.'}
                today={today}
                onOpen={open}
              />
              <EventList
                title="Coming up"
                events={calendar.upcoming.events.slice(0, COMING_UP)}
                empty={isLoading ? null : 'No events yet.'}
                today={today}
                onOpen={open}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

type Calendar = ReturnType<typeof useSurgeCalendar>['month'];

/** Merges two calendars, without duplicate events and days. */
const joined = (one: Calendar, other: Calendar): Calendar => ({
  events: [...new Map([...one.events, ...other.events].map((event) => [event.id, event])).values()],
  rides: [...new Map([...one.rides, ...other.rides].map((day) => [day.date, day])).values()],
});
