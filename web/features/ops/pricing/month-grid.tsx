import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SurgeCalendar, SurgeEvent } from '#common/fares/surge-days-api.ts';
import { WEEKDAYS } from '#common/weekdays.ts';
import { DayCell } from './day-cell.tsx';
import { dayAfterKey, monthName, weeksOf } from './month-days.ts';
import { layOutWeek } from './surge-month.ts';

interface MonthGridProps {
  /** YYYY-MM. */
  month: string;
  calendar: SurgeCalendar;
  today: string;
  /** The date in the tab order (roving tabindex); arrow keys move it. */
  active: string;
  /** Id of the event in the form. */
  openId: string | null;
  onMove: (date: string) => void;
  onAdd: (date: string) => void;
  onOpen: (event: SurgeEvent) => void;
}

/** A month of the surge calendar: one tab stop, with arrow keys moving between days (ARIA grid). */
export function MonthGrid({ month, calendar, today, active, openId, onMove, onAdd, onOpen }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);

  // The date may be in a month that is rendered only after the key was pressed.
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.day) return;
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : dayAfterKey(event.key, active);
    if (next === null) return;
    event.preventDefault();
    isMoving.current = true;
    onMove(next);
  };

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an ARIA grid is interactive
      role="grid"
      aria-label={monthName(month)}
      onKeyDown={handleKeyDown}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th
              key={weekday}
              scope="col"
              abbr={weekday}
              className="px-2.5 pb-2 text-left text-12 font-normal text-ink-2"
            >
              <span aria-hidden className="sm:hidden">
                {weekday.slice(0, 2)}
              </span>
              <span className="max-sm:sr-only">{weekday}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]} className={clsx('h-14 sm:h-31')}>
            {layOutWeek(week, calendar).map((day) => (
              <DayCell
                key={day.date}
                day={day}
                month={month}
                today={today}
                isActive={day.date === active}
                openId={openId}
                onAdd={onAdd}
                onOpen={onOpen}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
