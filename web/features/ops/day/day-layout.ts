import { MINUTE_MS } from '#common/durations.ts';
import type { Span } from '#common/rides/overlap.ts';

/** A ride with its lane: rides at the same time are drawn in lanes below each other. */
export type Laned<Item extends Span> = Item & { lane: number };

/** Time between two rides of a driver. */
export interface Gap extends Span {
  minutes: number;
}

/** Layout of one row of the day. */
interface RowLayout<Item extends Span> {
  /** Sorted by start. */
  bars: Laned<Item>[];
  /** Number of lanes, at least one. */
  lanes: number;
  /** Free time between two rides. */
  gaps: Gap[];
  /** Times at which more than one ride is under way. */
  overlaps: Gap[];
}

const withMinutes = (span: Span): Gap => ({
  ...span,
  minutes: Math.round((span.endMs - span.startMs) / MINUTE_MS),
});

/** Assigns the rides of a row to as few lanes as possible, and finds the gaps and overlaps between them. */
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

/** Merges touching spans; `spans` must be sorted by start. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && span.startMs <= last.endMs) last.endMs = Math.max(last.endMs, span.endMs);
    else result.push({ ...span });
  }
  return result;
}

/** Time between two rides is highlighted as short below this many minutes. */
export const LITTLE_MINUTES = 60;

/**
 * Removes the time off duty from a gap between rides. A gap under an hour is returned whole; of a longer one,
 * the parts on duty of at least an hour.
 */
export const freeOf = (gap: Gap, offDuty: readonly Span[]): Gap[] =>
  gap.minutes < LITTLE_MINUTES
    ? [gap]
    : outside(offDuty, gap)
        .map(withMinutes)
        .filter(({ minutes }) => minutes >= LITTLE_MINUTES);

/** The parts of a window that no span covers, sorted by start: time off duty, given a driver's shifts. */
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
