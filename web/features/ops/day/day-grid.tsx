import { HOUR_MS } from '#common/durations.ts';
import './day.css';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import type { Span } from '#common/rides/overlap.ts';
import { formatTime } from '#common/time.ts';
import { hour } from '../ride/driver-strip.tsx';
import { DayDrag } from './day-drag.tsx';
import { DriverRow, type RowProps, UnassignedRow } from './day-row.tsx';
import { type DriverDay, hoursOf, type PlannedRide } from './day-rows.ts';
import type { Zoom } from './use-day-address.ts';

interface DayGridProps extends RowProps {
  unassigned: readonly PlannedRide[];
  rows: readonly DriverDay[];
  hours: Zoom;
  /** Incremented to scroll to the current time. */
  jump: number;
}

/** Hour to which a day other than today is scrolled, unless a ride starts earlier. */
const MORNING_HOURS = 7;

/** The day as a grid: drivers as rows, hours as columns, rides as bars, and a line at the current time. */
export function DayGrid({ unassigned, rows, hours, jump, ...row }: DayGridProps) {
  const { window, now } = row;
  const scroller = useRef<HTMLElement>(null);
  const span = (window.endMs - window.startMs) / HOUR_MS;
  const share = (ms: number) => ((ms - window.startMs) / (window.endMs - window.startMs)) * 100;
  const nowMs = now.getTime();
  const hasNow = nowMs >= window.startMs && nowMs < window.endMs;

  // biome-ignore lint/correctness/useExhaustiveDependencies: must not scroll when rides change
  useLayoutEffect(() => {
    const box = scroller.current;
    const sheet = box?.firstElementChild;
    if (!box || !(sheet instanceof HTMLElement)) return;
    const style = getComputedStyle(sheet);
    const label = Number.parseFloat(style.getPropertyValue('--label')) || 0;
    // Phones show fewer hours.
    const shown = Number(style.getPropertyValue('--shown')) || hours;
    const startMs = firstInSight({ window, nowMs: hasNow ? nowMs : null, unassigned, rows, shown });
    box.scrollLeft = ((sheet.clientWidth - label) * share(startMs)) / 100;
  }, [window.startMs, hours, jump]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll containers must be focusable
    <section ref={scroller} aria-label="Drivers and their rides" tabIndex={0} className="day -mx-4">
      <div className="day-sheet" style={sheetStyle(span, hours)}>
        <div className="day-scale">
          <span />
          <Scale window={window} share={share} now={hasNow ? now : null} />
        </div>
        {hasNow && (
          <span
            aria-hidden
            className="day-now"
            style={{ left: `calc(var(--label) + (100% - var(--label)) * ${share(nowMs) / 100})` }}
          />
        )}
        <DayDrag rides={unassigned.map(({ ride }) => ride)}>
          <UnassignedRow rides={unassigned} {...row} />
          {rows.map((day) => (
            <DriverRow key={day.driver.id} day={day} {...row} />
          ))}
        </DayDrag>
      </div>
    </section>
  );
}

const sheetStyle = (span: number, hours: Zoom): CSSProperties & Record<`--${string}`, number> => ({
  '--span': span,
  '--zoom': hours,
});

interface ScaleProps {
  window: Span;
  share: (ms: number) => number;
  now: Date | null;
}

/** The hours above the columns, and the current time. */
const Scale = ({ window, share, now }: ScaleProps) => (
  <div aria-hidden className="relative h-8 text-12 text-ink-2">
    {hoursOf(window)
      .slice(0, -1)
      .map((ms) => (
        <span
          key={ms}
          className="day-hour figures absolute top-2 -translate-x-1/2 font-normal first:translate-x-0"
          style={hourStyle(share(ms), now ? Math.abs(ms - now.getTime()) / HOUR_MS : FAR_HOURS)}
        >
          {hour(ms)}
        </span>
      ))}
    {now && (
      <span
        className="figures absolute top-1.5 -translate-x-1/2 rounded-full bg-action px-2 py-0.5 text-on-action whitespace-nowrap"
        style={{ left: `${share(now.getTime())}%` }}
      >
        {formatTime(now)}
      </span>
    )}
  </div>
);

/** Distance from the current time, in hours, that hides no label; for days that do not include it. */
const FAR_HOURS = 100;

const hourStyle = (left: number, away: number): CSSProperties & Record<`--${string}`, number> => ({
  left: `${left}%`,
  '--away': away,
});

interface Sight {
  window: Span;
  nowMs: number | null;
  unassigned: readonly PlannedRide[];
  rows: readonly DriverDay[];
  /** Hours that fit beside the labels. */
  shown: number;
}

/**
 * The instant at the left edge: shortly before now, or half an hour before the first ride or the morning of
 * another day.
 */
function firstInSight({ window, nowMs, unassigned, rows, shown }: Sight): number {
  if (nowMs !== null) return nowMs - (shown / 6) * HOUR_MS;
  const starts = [...unassigned, ...rows.flatMap(({ rides }) => rides)].map(({ startMs }) => startMs);
  const first = Math.min(window.startMs + MORNING_HOURS * HOUR_MS, ...starts);
  return first - HOUR_MS / 2;
}
