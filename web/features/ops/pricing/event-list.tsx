import type { SurgeEvent } from '#common/fares/surge-days-api.ts';
import { times } from './format-event.ts';
import { dayRange } from './month-days.ts';
import { multiplierOf } from './surge-month.ts';

interface EventListProps {
  title: string;
  events: readonly SurgeEvent[];
  /** Text shown if there are none; null until known. */
  empty: string | null;
  today: string;
  onOpen: (event: SurgeEvent) => void;
  className?: string;
}

/** Events sorted by first day. Past events are read-only. */
export const EventList = ({ title, events, empty, today, onOpen, className }: EventListProps) => (
  <section aria-label={title} className={className}>
    <h2 className="display text-22">{title}</h2>
    {events.length === 0 && empty && <p className="border-line border-t py-3 text-14 text-ink-2">{empty}</p>}
    <ul className="mt-2">
      {events.map((event) => (
        <li key={event.id} className="border-line border-t last:border-b">
          {event.lastDay < today ? (
            <div className={`${ROW} text-ink-2`}>
              <Row event={event} />
            </div>
          ) : (
            <button type="button" className={`${ROW} hover:bg-sunken`} onClick={() => onOpen(event)}>
              <Row event={event} />
            </button>
          )}
        </li>
      ))}
    </ul>
  </section>
);

const ROW = 'flex min-h-11 w-full items-center gap-4 py-2 text-left text-14';

const Row = ({ event }: { event: SurgeEvent }) => (
  <>
    <span className="w-25 shrink-0 text-ink-2">{dayRange(event.firstDay, event.lastDay)}</span>
    <span className="min-w-0 flex-1 font-medium wrap-anywhere">{event.name}</span>
    <span className="figures shrink-0 font-semibold text-gold-ink">{times(multiplierOf(event))}</span>
  </>
);
