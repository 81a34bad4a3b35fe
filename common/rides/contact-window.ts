import { plannedSpan, type Span } from './overlap.ts';
import type { Passenger } from './request-ride.ts';
import type { DriverRide } from './ride.ts';

const DAY_MS = 24 * 3_600_000;

/** From when until when a driver may call who rides: a day before the pickup to a day after the planned end, whether completed or not. */
export function contactWindow(pickup: Date, ride: Parameters<typeof plannedSpan>[1]): Span {
  const { startMs, endMs } = plannedSpan(pickup, ride);
  return { startMs: startMs - DAY_MS, endMs: endMs + DAY_MS };
}

/** Who rides, as their driver sees them at an instant: the name from accepting on, the phone within the window, nothing after it. */
export function contactAt(
  { startMs, endMs }: Span,
  { name, phone }: Passenger,
  now: Date,
): DriverRide['customer'] {
  const nowMs = now.getTime();
  if (nowMs > endMs) return null;
  return { name, phone: nowMs < startMs ? null : phone };
}
