import { PLACES } from '#common/places/places.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import type { seedPeople } from '../users/seed-users.ts';

/** Somebody of the made-up city. */
export type CityPerson = Awaited<ReturnType<typeof seedPeople>>[number];

/** A driver of it, and what they drive. */
export interface CityDriver {
  user: CityPerson;
  vehicles: readonly FleetVehicle[];
}

/** What a month is made of. */
export interface City {
  riders: readonly CityPerson[];
  drivers: readonly CityDriver[];
  /** How many rides, over 25 days behind and six ahead. */
  count: number;
  /** A number from 0 to 1, a different one each time. */
  random: () => number;
}

const FIRST_DAY = -24;
const DAYS = 31;
const MINUTE_MS = 60_000;
/** A driver's way from one ride to the next. */
const BETWEEN_MS = 30 * MINUTE_MS;
/** Every so many rides the bank of the card disputes the payment. */
const DISPUTED_EVERY = 900;

/** A ride to be booked. */
export interface CityPlan {
  request: RequestRide;
  driver: Taken | null;
  /** From 0 to 1: what becomes of it. */
  chance: number;
  isDisputed: boolean;
}

/**
 * Plans a month of rides, the soonest pickup first: half of them in sedans and SUVs, most of them in the evening, each
 * driven by somebody who serves its kind and is free by then, in a vehicle that is, if there is anybody.
 */
export function planCityRides({ riders, drivers, count, random }: City): CityPlan[] {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const requests = Array.from({ length: count }, () => requestOf(pick(riders), pick, random)).toSorted(
    (one, other) => pickupOf(one).getTime() - pickupOf(other).getTime(),
  );
  const freeAt = new Map<string, number>();
  return requests.map((request, index) => {
    const driver = takeDriver({ request, drivers, freeAt, pick });
    return { request, driver, chance: random(), isDisputed: index % DISPUTED_EVERY === DISPUTED_EVERY - 1 };
  });
}

type Pick = <Item>(items: readonly Item[]) => Item;

function requestOf(rider: CityPerson, pick: Pick, random: () => number): RequestRide {
  const day = Math.floor(random() * DAYS) + FIRST_DAY;
  const hour = Math.floor((random() + random()) * 12) % 24;
  const isHourly = random() < 0.4;
  const rideType: VehicleId = random() < 0.5 ? pick(VEHICLE_IDS.slice(0, 4)) : pick(VEHICLE_IDS);
  const [from, to] = [pick(PLACES), pick(PLACES)];
  return {
    customerName: rider.name,
    customerEmail: rider.email,
    customerPhone: rider.phone ?? '',
    pickupLocation: `${from.name}, ${from.address}`,
    dropoffLocation: `${to.name}, ${to.address}`,
    scheduledDate: addDays(dateInVegas(new Date()), day),
    scheduledTime: `${String(hour).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`,
    bookingType: isHourly ? 'hourly' : 'point-to-point',
    hours: isHourly ? pick([1, 2, 3, 4]) : null,
    rideType,
    gratuityPercentage: pick([15, 18, 18, 25]),
    riderId: rider.id,
    passengers: 1 + Math.floor(random() * 3),
    specialRequests:
      random() < 0.1 ? pick(['A child seat, please.', 'Two suitcases.', 'Champagne on ice.']) : null,
  };
}

/** When a request is picked up. */
export const pickupOf = ({ scheduledDate, scheduledTime }: RequestRide): Date =>
  toInstant(scheduledDate, scheduledTime) ?? new Date(`${scheduledDate}T12:00Z`);

interface Taking {
  request: RequestRide;
  drivers: readonly CityDriver[];
  /** When the last ride ends of each driver, and of each vehicle, by id. */
  freeAt: Map<string, number>;
  pick: Pick;
}

/** A driver, and what they come with. */
export interface Taken {
  user: CityPerson;
  vehicle: FleetVehicle;
}

/** A driver who serves the kind and is free by then, as is the vehicle; null where nobody is. */
function takeDriver({ request, drivers, freeAt, pick }: Taking): Taken | null {
  const { startMs, endMs } = plannedSpan(pickupOf(request), { ...request, hours: request.hours ?? null });
  const isFree = ({ id }: { id: string }) => (freeAt.get(id) ?? 0) <= startMs;
  const free = drivers.flatMap(({ user, vehicles }) => {
    const vehicle = vehicles.find((each) => each.rideType === request.rideType && isFree(each));
    return vehicle && isFree(user) ? [{ user, vehicle }] : [];
  });
  if (free.length === 0) return null;
  const taken = pick(free);
  for (const { id } of [taken.user, taken.vehicle]) freeAt.set(id, endMs + BETWEEN_MS);
  return taken;
}
