import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { addressLines } from '../places/address.ts';
import { formatTime } from '../time.ts';

/**
 * Assumed duration of a point-to-point ride without a better estimate, and the addition for each stop, which
 * equals the free waiting time.
 */
const PLANNED_MINUTES = 45;
export const STOP_MINUTES = 15;

/** Minimum time between two rides, for the drive from one to the next. */
export const TRAVEL_MINUTES = 15;

/** The most upcoming rides of a driver. */
export const MAX_OPEN_RIDES = 12;

/** How long before the pickup a ride can be started without confirmation. */
const EARLY_START_MS = HOUR_MS;

/** Whether starting a ride now needs confirmation because it is early. */
export const isEarlyStart = (pickup: Date, now: Date): boolean =>
  pickup.getTime() - now.getTime() > EARLY_START_MS;

/** Time span of a ride, in epoch milliseconds. */
export interface Span {
  startMs: number;
  endMs: number;
}

interface Planned {
  /** Null point to point. */
  hours: number | null;
  /** Stops on the way. In hourly rides they are part of the hours. */
  stops?: readonly string[] | null | undefined;
}

/** Returns the planned time span of a ride with this pickup time. */
export function plannedSpan(pickup: Date, { hours, stops }: Planned): Span {
  const startMs = pickup.getTime();
  const minutes = hours === null ? PLANNED_MINUTES + STOP_MINUTES * (stops?.length ?? 0) : hours * 60;
  return { startMs, endMs: startMs + minutes * MINUTE_MS };
}

/**
 * Whether two rides cannot have the same driver or vehicle, because they overlap or leave too little time for
 * the drive between them.
 */
export const overlaps = (one: Span, other: Span): boolean =>
  one.startMs < other.endMs + TRAVEL_MINUTES * MINUTE_MS &&
  other.startMs < one.endMs + TRAVEL_MINUTES * MINUTE_MS;

/** A driver's use of a vehicle during a time span. */
export interface VehicleUse {
  /** The driver's name. */
  name: string;
  span: Span;
  /** Whether the ride for which they have it is in progress. */
  isInProgress: boolean;
}

/** Explains why a vehicle is not available, without details of the ride it is used for. */
export function formatVehicleUse(vehicle: string, { name, span }: VehicleUse): string {
  const [from, until] = [span.startMs, span.endMs].map((ms) => formatTime(new Date(ms)));
  return `${vehicle} is with ${name} from ${from} until ${until}.`;
}

interface Route {
  pickupLocation: string;
  dropoffLocation: string;
}

/** Names a ride by its ends: `Wynn to LAS`. */
export const formatRoute = ({ pickupLocation, dropoffLocation }: Route): string =>
  `${addressLines(pickupLocation).name} to ${addressLines(dropoffLocation).name}`;

/** Explains to a driver how two rides conflict. */
export function formatOverlapReason(newSpan: Span, other: Span & Route): string {
  const place = addressLines(other.pickupLocation).name;
  if (other.startMs >= newSpan.startMs) {
    const leave = formatTime(new Date(other.startMs - TRAVEL_MINUTES * MINUTE_MS));
    return `You would have to leave for ${place} at ${leave}, in the middle of this ride.`;
  }
  const end = formatTime(new Date(other.endMs));
  return `${formatRoute(other)} takes until ${end}, too late for this pickup.`;
}
