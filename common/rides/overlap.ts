import { addressLines } from '../places/address.ts';
import { formatTime } from '../time.ts';

/** How long a point-to-point ride is taken to last where nothing better is known, and what each stop adds: the wait that is free. */
export const PLANNED_MINUTES = 45;
export const STOP_MINUTES = 15;

/** What is allowed for the drive from one ride to the next. */
export const TRAVEL_MINUTES = 15;

/** The most rides a driver may have ahead. */
export const MAX_OPEN_RIDES = 12;

/** How long before its pickup a ride may be started without being asked. */
const EARLY_START_MS = 3_600_000;

/** Whether a ride that began now would begin early. */
export const isEarlyStart = (pickup: Date, now: Date): boolean =>
  pickup.getTime() - now.getTime() > EARLY_START_MS;

/** Setting off more than this before the pickup, in milliseconds, asks first. */
export const EARLY_SET_OFF_MS = 4 * 3_600_000;

const MINUTE_MS = 60_000;

/** A ride's time, as epoch milliseconds. */
export interface Span {
  startMs: number;
  endMs: number;
}

interface Planned {
  /** Null point to point. */
  hours: number | null;
  /** Stops on the way; by the hour they are within the hours. */
  stops?: readonly string[] | null | undefined;
}

/** When a ride that is picked up at an instant takes place, as planned. */
export function plannedSpan(pickup: Date, { hours, stops }: Planned): Span {
  const startMs = pickup.getTime();
  const minutes = hours === null ? PLANNED_MINUTES + STOP_MINUTES * (stops?.length ?? 0) : hours * 60;
  return { startMs, endMs: startMs + minutes * MINUTE_MS };
}

/** Whether one driver, or one vehicle, cannot do both: they run at the same time, or leave too little for the drive between. */
export const overlaps = (one: Span, other: Span): boolean =>
  one.startMs < other.endMs + TRAVEL_MINUTES * MINUTE_MS &&
  other.startMs < one.endMs + TRAVEL_MINUTES * MINUTE_MS;

/** That a driver has a vehicle at a time. */
export interface VehicleUse {
  /** Of the driver. */
  name: string;
  span: Span;
}

/** Why a vehicle cannot come, in a sentence that says nothing of the ride it is used for. */
export function vehicleUseInWords(vehicle: string, { name, span }: VehicleUse): string {
  const [from, until] = [span.startMs, span.endMs].map((ms) => formatTime(new Date(ms)));
  return `${vehicle} is with ${name} from ${from} until ${until}.`;
}

interface Route {
  pickupLocation: string;
  dropoffLocation: string;
}

/** A ride by its ends: `Wynn to LAS`. */
export const routeInWords = ({ pickupLocation, dropoffLocation }: Route): string =>
  `${addressLines(pickupLocation).name} to ${addressLines(dropoffLocation).name}`;

/** What doing both would come to, in a sentence for the driver. */
export function overlapInWords(wanted: Span, other: Span & Route): string {
  const place = addressLines(other.pickupLocation).name;
  if (other.startMs >= wanted.startMs) {
    const leave = formatTime(new Date(other.startMs - TRAVEL_MINUTES * MINUTE_MS));
    return `You would have to leave for ${place} at ${leave}, in the middle of this ride.`;
  }
  const end = formatTime(new Date(other.endMs));
  return `${routeInWords(other)} takes until ${end}, too late for this pickup.`;
}
