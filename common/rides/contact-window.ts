import { DAY_MS } from '../durations.ts';
import { plannedSpan, type Span } from './overlap.ts';
import type { DriverRide } from './ride.ts';
import type { Passenger } from './ride-request.ts';

/**
 * Returns when a driver may see the passenger's phone number: from a day before the pickup to a day after the
 * planned end, whether the ride is completed or not.
 */
export function contactWindow(pickup: Date, ride: Parameters<typeof plannedSpan>[1]): Span {
  const { startMs, endMs } = plannedSpan(pickup, ride);
  return { startMs: startMs - DAY_MS, endMs: endMs + DAY_MS };
}

/**
 * Returns the passenger as the driver may see them at an instant: the name until the window ends, the phone
 * number only within it; null afterwards.
 */
export function contactAt(
  { startMs, endMs }: Span,
  { name, phone }: Passenger,
  now: Date,
): DriverRide['customer'] {
  const nowMs = now.getTime();
  if (nowMs > endMs) return null;
  return { name, phone: nowMs < startMs ? null : phone };
}
