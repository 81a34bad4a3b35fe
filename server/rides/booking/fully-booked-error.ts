import { AppError } from '#common/errors.ts';
import { firstRideProblem, returnTimeProblem } from '#common/rides/return-trip.ts';
import { formatTime, pickupTimeProblem, toInstant } from '#common/time.ts';
import { VEHICLES, type Vehicle } from '#common/vehicles/catalogue.ts';
import { type DemandFields, demandOf, isFree } from '../../capacity/reservations.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { countServing } from '../../vehicles/vehicle-queries.ts';
import type { RideDoc } from '../ride-model.ts';

/** The fields of one leg that limit the times of the other. */
type Leg = Pick<RideDoc, 'hours' | 'stops' | 'scheduledDate' | 'scheduledTime'>;

/**
 * The fields of a ride that decide its vehicle time and, on a return trip, when the other leg can take place.
 */
export type TimedRide = DemandFields & Leg & Partial<Pick<RideDoc, 'order'>>;

/** Which leg of a return trip a ride is, and the other leg, which limits its possible times. */
export interface LinkedLeg {
  leg: 'there' | 'back';
  other: Leg;
}

interface Wanted {
  /** The vehicle kind as booked. */
  vehicle: Vehicle;
  /** Null for a single ride. */
  linkedLeg: LinkedLeg | null;
  /** What is reserved under these keys does not count as occupied. */
  ignoredKeys: readonly string[];
}

/**
 * Builds the refusal of a ride when all vehicles of its kind are taken, with other times and larger vehicles
 * that can be booked.
 */
export async function fullyBookedError(ride: TimedRide, wanted: Wanted): Promise<AppError> {
  return new AppError(
    'FULLY_BOOKED',
    `Every ${wanted.vehicle.name} is taken at ${formatTime(new Date(ride.scheduledAt))}.`,
    {
      alternatives: {
        times: await findFreeTimes(ride, wanted),
        rideTypes: await findLargerVehicles(ride, wanted),
        ...(ride.order?.leg === 'back' && { isReturn: true }),
      },
    },
  );
}

const STEP_MINUTES = 30;
/** How far from the requested time alternatives are searched, in minutes, and how many are suggested. */
const REACH_MINUTES = 6 * 60;
const TIMES = 4;
const LARGER = 3;

/**
 * Finds the nearest free pickup times on the same day, in clock order, that are compatible with the other leg
 * of a return trip.
 */
async function findFreeTimes(
  ride: TimedRide,
  { vehicle, linkedLeg, ignoredKeys }: Wanted,
): Promise<string[]> {
  const vehicles = await countServing(vehicle.id);
  const found: string[] = [];
  if (vehicles === 0) return found;
  for (const scheduledTime of timesAround(ride.scheduledTime)) {
    const at = toInstant(ride.scheduledDate, scheduledTime);
    if (!at || isRefused({ ...ride, scheduledTime }, linkedLeg)) continue;
    const demand = demandOf({ ...ride, rideType: vehicle.id, scheduledAt: at });
    if (await isFree(demand, vehicles, ignoredKeys)) found.push(scheduledTime);
    if (found.length === TIMES) break;
  }
  return found.toSorted();
}

/** Whether a ride could not be booked at its time, regardless of free vehicles. */
function isRefused(ride: Leg, linkedLeg: LinkedLeg | null): boolean {
  const now = databaseClock.now();
  if (linkedLeg?.leg === 'back') return returnTimeProblem(linkedLeg.other, ride, now) !== null;
  const problem = pickupTimeProblem(ride.scheduledDate, ride.scheduledTime, now);
  return (problem ?? (linkedLeg && firstRideProblem(ride, linkedLeg.other, now))) !== null;
}

/** Lists half-hour steps away from a time, nearest first, within the same day. */
function timesAround(time: string): string[] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wanted = hour * 60 + minute;
  const times: string[] = [];
  for (let away = STEP_MINUTES; away <= REACH_MINUTES; away += STEP_MINUTES) {
    for (const minutes of [wanted - away, wanted + away]) {
      if (minutes < 0 || minutes >= 24 * 60) continue;
      const clock = [Math.floor(minutes / 60), minutes % 60];
      times.push(clock.map((part) => `${part}`.padStart(2, '0')).join(':'));
    }
  }
  return times;
}

/** Finds the next larger vehicles that are free at the same time. */
async function findLargerVehicles(ride: TimedRide, { vehicle, ignoredKeys }: Wanted): Promise<string[]> {
  const larger = VEHICLES.filter(({ capacity }) => capacity > vehicle.capacity).toSorted(
    (one, other) => one.capacity - other.capacity,
  );
  const found: string[] = [];
  for (const { id } of larger) {
    const vehicles = await countServing(id);
    const demand = demandOf({ ...ride, rideType: id });
    if (vehicles > 0 && (await isFree(demand, vehicles, ignoredKeys))) found.push(id);
    if (found.length === LARGER) break;
  }
  return found;
}
