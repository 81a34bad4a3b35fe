import clsx from 'clsx';
import { DAY_MS } from '#common/durations.ts';
import type { SurgeEvent } from '#common/fares/surge-days-api.ts';
import { isWeekend, weekdayOf } from '#common/time.ts';
import { eventLabel, times } from './format-event.ts';
import { dayName, monthOf, monthShort } from './month-days.ts';
import { type MonthDay, multiplierOf } from './surge-month.ts';

interface DayCellProps {
  day: MonthDay;
  month: string;
  today: string;
  /** Whether Tab reaches this day and its events (roving tabindex over the grid). */
  isActive: boolean;
  openId: string | null;
  onAdd: (date: string) => void;
  onOpen: (event: SurgeEvent) => void;
}

/** A day of the month. Pressing it adds an event; pressing an event edits that. Past days are read-only. */
export function DayCell({ day, month, today, isActive, openId, onAdd, onOpen }: DayCellProps) {
  const { date, multiplier, lanes, rides } = day;
  const events = lanes.filter((event) => event !== null);
  const isPast = date < today;
  const tabIndex = isActive ? 0 : -1;

  return (
    <td className={clsx('relative border border-line p-0 align-top', backgroundOf(day))}>
      <button
        type="button"
        data-day={date}
        tabIndex={tabIndex}
        aria-label={describe(day)}
        aria-current={date === today ? 'date' : undefined}
        aria-disabled={isPast || undefined}
        onClick={() => !isPast && onAdd(date)}
        className="absolute inset-0 flex w-full items-start px-1 py-2 text-left text-14 hover:not-aria-disabled:bg-gold/10 aria-disabled:cursor-default sm:px-2.5"
      >
        <span aria-hidden className="flex flex-1 justify-between gap-x-1 whitespace-nowrap max-sm:flex-col">
          <span
            className={clsx(
              monthOf(date) === month && !isPast ? 'font-semibold' : 'text-ink-2',
              date === today && 'underline decoration-2 decoration-gold underline-offset-4',
            )}
          >
            {Number(date.slice(8))}
            {date.endsWith('-01') && <span className="max-sm:hidden"> {monthShort(date)}</span>}
          </span>
          {multiplier > 1 && (
            <span
              className={clsx(
                'figures text-12',
                events.length > 0 ? 'font-semibold text-gold-ink' : 'text-ink-2 max-sm:hidden',
              )}
            >
              {times(multiplier)}
            </span>
          )}
        </span>
      </button>
      <div className="pointer-events-none relative mt-9 grid max-sm:hidden">
        {lanes.map((event, lane) =>
          event ? (
            <Piece
              key={event.id}
              event={event}
              date={date}
              isUsed={multiplierOf(event) >= multiplier}
              isOver={event.lastDay < today}
              isOpen={event.id === openId}
              tabIndex={tabIndex}
              onOpen={onOpen}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: an empty lane has no identity
            <span key={lane} className="h-9" />
          ),
        )}
      </div>
      {rides > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-1.5 left-2.5 text-12 text-ink-2 max-sm:hidden"
        >
          {ridesOf(rides)}
        </span>
      )}
    </td>
  );
}

const ridesOf = (rides: number): string => (rides === 1 ? '1 ride' : `${rides} rides`);

function backgroundOf({ date, lanes }: MonthDay): string | false {
  if (lanes.some((event) => event !== null)) return 'bg-gold/15';
  return isWeekend(date) && 'bg-sunken';
}

function describe({ date, multiplier, lanes, rides }: MonthDay): string {
  const names = lanes.flatMap((event) => (event ? [event.name] : []));
  const parts = [dayName(date), ...(multiplier > 1 ? [times(multiplier)] : []), ...names];
  return [...parts, ...(rides > 0 ? [ridesOf(rides)] : [])].join(', ');
}

/** How many days of an event are in the same week row as its first day. */
function daysInRow({ firstDay, lastDay }: SurgeEvent): number {
  const lasts = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS;
  return Math.min(lasts, 6 - weekdayOf(firstDay)) + 1;
}

interface PieceProps {
  event: SurgeEvent;
  date: string;
  /** False if another event's rate is higher on this day. */
  isUsed: boolean;
  isOver: boolean;
  isOpen: boolean;
  tabIndex: number;
  onOpen: (event: SurgeEvent) => void;
}

/** One day of an event: its name on the first day, and its part of the line from first to last day. */
function Piece({ event, date, isUsed, isOver, isOpen, tabIndex, onOpen }: PieceProps) {
  const isFirst = date === event.firstDay;
  const isLast = date === event.lastDay;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`${eventLabel(event)}${isUsed ? '' : ', not used on this day'}`}
      aria-disabled={isOver || undefined}
      onClick={() => !isOver && onOpen(event)}
      className={clsx(
        'group pointer-events-auto relative h-9 min-w-0 text-left text-12 leading-tight aria-disabled:cursor-default',
        isOpen && 'bg-gold/20',
      )}
    >
      <span
        className="relative z-1 block h-4 truncate px-2.5 font-medium group-hover:not-group-aria-disabled:underline"
        // Spans the event's days in the same row.
        style={isFirst ? { width: `${daysInRow(event) * 100}%` } : undefined}
      >
        {isFirst && event.name}
      </span>
      {isUsed ? (
        <span aria-hidden className="flex h-4 items-center">
          {isFirst && <span className="ml-2.5 size-2.5 shrink-0 rounded-full bg-gold" />}
          <span data-size="half" className={clsx('route-line flex-1', isFirst && 'ml-1', isLast && 'mr-1')} />
          {isLast && <span className="mr-2.5 size-2.5 shrink-0 rounded-[1px] bg-ink" />}
        </span>
      ) : (
        <span aria-hidden className="block h-4 truncate px-2.5 text-ink-2">
          {times(multiplierOf(event))}, not used
        </span>
      )}
    </button>
  );
}
