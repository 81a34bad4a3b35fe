import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SurgeEvent } from '#common/fares/surge-days-api.ts';
import { dateInVegas } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { EventForm } from './event-form.tsx';
import { EventList } from './event-list.tsx';
import { isMonth, monthName, monthOf } from './month-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { MonthTurner } from './month-turner.tsx';
import { PricingTabs } from './pricing-tabs.tsx';
import { useEventEditing } from './use-event-editing.ts';
import { useSurgeCalendar } from './use-surge-calendar.ts';

/** Maximum number of events in the list beside the month. */
const COMING_UP = 6;

/** The surge calendar of the month in the URL, with a form to edit its events. */
export function SurgeCalendarScreen() {
  const [today] = useState(() => dateInVegas(serverNow()));
  const { month, active, setActive, move, turnTo } = useShownMonth(today);
  const page = useRef<HTMLDivElement>(null);
  const calendar = useSurgeCalendar(month, today);
  const editing = useEventEditing({
    reload: async () => {
      const now = await calendar.reload();
      return now && joined(now.upcoming, now.month).events;
    },
    onClosed: () => page.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus(),
  });
  const { subject, open } = editing;
  const add = (day: string) => {
    setActive(day);
    editing.add(day);
  };

  const isLoading = calendar.phase === 'loading';
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
          <MonthTurner month={month} onTurn={turnTo} onToday={() => move(today)} />
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
              key={editing.key}
              {...subject}
              today={today}
              calendar={joined(calendar.upcoming, calendar.month)}
              onSave={editing.save}
              onEnd={editing.end}
              onCancel={editing.close}
            />
          ) : (
            <AddEvent onAdd={() => add(active < today ? today : active)} />
          )}
          {calendar.phase !== 'failed' && (
            <EventLists calendar={calendar} month={month} today={today} onOpen={open} />
          )}
        </div>
      </div>
    </div>
  );
}

/** The month in the URL, else the current one, and the date in it that has the tab stop. */
function useShownMonth(today: string) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('month');
  const month = isMonth(asked) ? asked : monthOf(today);
  const [active, setActive] = useState(isMonth(asked) && asked !== monthOf(today) ? `${asked}-01` : today);

  const show = (next: string) => setSearch(next === monthOf(today) ? {} : { month: next }, { replace: true });
  const move = (date: string) => {
    setActive(date);
    if (monthOf(date) !== month) show(monthOf(date));
  };
  const turnTo = (next: string) => move(next === monthOf(today) ? today : `${next}-01`);

  return { month, active, setActive, move, turnTo };
}

/** In place of the form while none is open. */
const AddEvent = ({ onAdd }: { onAdd: () => void }) => (
  <div>
    <p className="text-14 text-ink-2">Select a day to add an event, or an event to change or end it.</p>
    <Button className={`${OPS_CONTROL} mt-3`} onClick={onAdd}>
      Add an event
    </Button>
  </div>
);

interface EventListsProps {
  calendar: ReturnType<typeof useSurgeCalendar>;
  month: string;
  today: string;
  onOpen: (event: SurgeEvent) => void;
}

/** The next events, and on a phone also those of the month. */
function EventLists({ calendar, month, today, onOpen }: EventListsProps) {
  const isLoading = calendar.phase === 'loading';
  const shown = calendar.month.events.filter(
    ({ firstDay, lastDay }) => monthOf(firstDay) <= month && monthOf(lastDay) >= month,
  );
  return (
    <>
      <EventList
        className="sm:hidden"
        title={`In ${monthName(month)}`}
        events={shown}
        empty={isLoading ? null : 'No events this month.'}
        today={today}
        onOpen={onOpen}
      />
      <EventList
        title="Coming up"
        events={calendar.upcoming.events.slice(0, COMING_UP)}
        empty={isLoading ? null : 'No events yet.'}
        today={today}
        onOpen={onOpen}
      />
    </>
  );
}

type Calendar = ReturnType<typeof useSurgeCalendar>['month'];

/** Merges two calendars, without duplicate events and days. */
const joined = (one: Calendar, other: Calendar): Calendar => ({
  events: [...new Map([...one.events, ...other.events].map((event) => [event.id, event])).values()],
  rides: [...new Map([...one.rides, ...other.rides].map((day) => [day.date, day])).values()],
});
