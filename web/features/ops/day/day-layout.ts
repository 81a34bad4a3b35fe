import type { Span } from '#common/rides/overlap.ts';

/** A ride in its lane: rides that run at the same time lie below each other. */
export type Laned<Item extends Span> = Item & { lane: number };

/** Time between two rides of a driver. */
export interface Gap extends Span {
  minutes: number;
}

/** One row of the day. */
export interface RowLayout<Item extends Span> {
  /** By their start. */
  bars: Laned<Item>[];
  /** At least one. */
  lanes: number;
  /** Free time between two rides. */
  gaps: Gap[];
  /** Times at which more than one ride runs. */
  overlaps: Gap[];
}

const MINUTE_MS = 60_000;

const withMinutes = (span: Span): Gap => ({
  ...span,
  minutes: Math.round((span.endMs - span.startMs) / MINUTE_MS),
});

/** Puts the rides of a row into as few lanes as they need, and finds what is free and what overlaps between them. */
export function layOutRow<Item extends Span>(items: readonly Item[]): RowLayout<Item> {
  const sorted = items.toSorted((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
  const laneEnds: number[] = [];
  const gaps: Gap[] = [];
  const overlaps: Span[] = [];
  let busyUntil = Number.NEGATIVE_INFINITY;

  const bars = sorted.map((item) => {
    if (Number.isFinite(busyUntil) && item.startMs > busyUntil)
      gaps.push(withMinutes({ startMs: busyUntil, endMs: item.startMs }));
    if (item.startMs < busyUntil)
      overlaps.push({ startMs: item.startMs, endMs: Math.min(item.endMs, busyUntil) });
    busyUntil = Math.max(busyUntil, item.endMs);

    const free = laneEnds.findIndex((endMs) => endMs <= item.startMs);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = item.endMs;
    return { ...item, lane };
  });
  return { bars, lanes: Math.max(1, laneEnds.length), gaps, overlaps: joined(overlaps).map(withMinutes) };
}

/** Spans by their start, those that touch made one. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && span.startMs <= last.endMs) last.endMs = Math.max(last.endMs, span.endMs);
    else result.push({ ...span });
  }
  return result;
}

/** Below this, time between two rides is little, on duty or not. */
export const LITTLE_MINUTES = 60;

/** The gaps between a driver's rides without the time off duty: of a long gap an hour and more of it that is on duty. */
export const freeOf = (gap: Gap, offDuty: readonly Span[]): Gap[] =>
  gap.minutes < LITTLE_MINUTES
    ? [gap]
    : outside(offDuty, gap)
        .map(withMinutes)
        .filter(({ minutes }) => minutes >= LITTLE_MINUTES);

/** What of a window is in none of these spans, by start: when a driver is off duty. */
export function outside(spans: readonly Span[], window: Span): Span[] {
  const free: Span[] = [];
  let fromMs = window.startMs;
  for (const { startMs, endMs } of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    if (startMs > fromMs) free.push({ startMs: fromMs, endMs: Math.min(startMs, window.endMs) });
    fromMs = Math.max(fromMs, endMs);
    if (fromMs >= window.endMs) break;
  }
  if (fromMs < window.endMs) free.push({ startMs: fromMs, endMs: window.endMs });
  return free.filter(({ startMs, endMs }) => endMs > startMs);
}
