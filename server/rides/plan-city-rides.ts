import { PLACES } from '#common/places/places.ts';
import { MAX_OPEN_RIDES, plannedSpan, type Span } from '#common/rides/overlap.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { databaseClock } from '../infra/database-clock.ts';
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
/** The most rides a driver is planned to have ahead: a driver who is assigned one more by hand stays within the limit. */
const MOST_AHEAD = MAX_OPEN_RIDES - 2;
/** How often a rider for whom nobody is free asks for something else before the ride is booked all the same. */
const ATTEMPTS = 2;
/** Every so many rides the bank of the card disputes the payment. */
const DISPUTED_EVERY = 900;

/** A ride to be booked. */
export interface CityPlan {
  request: RequestRide;
  /** Who has the time for it, whether or not they come to accept it. */
  driver: Taken | null;
  /** From 0 to 1: what becomes of it. */
  chance: number;
  isDisputed: boolean;
}

/**
 * Plans a month of rides, the soonest pickup first: half of them in sedans and SUVs, most of them in the evening, each day
 * ahead half as many as the day before. Each has a driver who serves its kind, is free by then and has room for it, if there
 * is anybody: so nearly all that nobody has accepted can be assigned by hand.
 */
export function planCityRides({ riders, drivers, count, random }: City): CityPlan[] {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const rota: Rota = { drivers, taken: new Map(), now: databaseClock.nowMs() };
  const booked = Array.from({ length: count }, () => {
    const rider = pick(riders);
    let request = requestOf(rider, pick, random);
    let driver = takeDriver(request, rota, pick);
    for (let attempt = 1; driver === null && attempt < ATTEMPTS; attempt += 1) {
      request = requestOf(rider, pick, random);
      driver = takeDriver(request, rota, pick);
    }
    return { request, driver, chance: random() };
  });
  return booked
    .toSorted((one, other) => pickupOf(one.request).getTime() - pickupOf(other.request).getTime())
    .map((plan, index) => ({ ...plan, isDisputed: index % DISPUTED_EVERY === DISPUTED_EVERY - 1 }));
}

type Pick = <Item>(items: readonly Item[]) => Item;

function requestOf(rider: CityPerson, pick: Pick, random: () => number): RequestRide {
  const day = dayOf(random());
  const hour = (Math.floor((random() + random()) * 12) + EVENING_HOURS) % 24;
  const isHourly = random() < 0.4;
  const rideType: VehicleId = random() < 0.5 ? pick(VEHICLE_IDS.slice(0, 4)) : pick(VEHICLE_IDS);
  const from = pick(PLACES);
  const to = pick(PLACES.filter((place) => place !== from));
  return {
    customerName: rider.name,
    customerEmail: rider.email,
    customerPhone: rider.phone ?? '',
    pickupLocation: `${from.name}, ${from.address}`,
    dropoffLocation: `${to.name}, ${to.address}`,
    scheduledDate: addDays(dateInVegas(databaseClock.now()), day),
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

/** From noon, around which the sum of two chances lies, to the evening. */
const EVENING_HOURS = 6;

/** How many rides each of the days has, as a share of today's. */
const SHARES = Array.from({ length: DAYS }, (_, index) => 0.5 ** Math.max(0, index + FIRST_DAY));
const ALL_SHARES = SHARES.reduce((sum, share) => sum + share, 0);

/** A day from today, for a chance from 0 to 1. */
function dayOf(chance: number): number {
  let left = chance * ALL_SHARES;
  const index = SHARES.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return FIRST_DAY + Math.max(0, index);
}

/** When a request is picked up. */
export const pickupOf = ({ scheduledDate, scheduledTime }: RequestRide): Date =>
  toInstant(scheduledDate, scheduledTime) ?? new Date(`${scheduledDate}T12:00Z`);

/** Who is at work, and when they already drive. */
interface Rota {
  drivers: readonly CityDriver[];
  /** The rides of each driver, and of each vehicle, by id. */
  taken: Map<string, Span[]>;
  /** Epoch milliseconds. */
  now: number;
}

/** A driver, and what they come with. */
export interface Taken {
  user: CityPerson;
  vehicle: FleetVehicle;
}

/** A driver who serves the kind, is free by then, as is the vehicle, and has room for one more ride ahead; null where nobody is. */
function takeDriver(request: RequestRide, { drivers, taken, now }: Rota, pick: Pick): Taken | null {
  const span = plannedSpan(pickupOf(request), { hours: request.hours ?? null, stops: request.stops });
  const spansOf = ({ id }: { id: string }) => taken.get(id) ?? [];
  const isFree = (each: { id: string }) =>
    spansOf(each).every(
      ({ startMs, endMs }) => endMs + BETWEEN_MS <= span.startMs || span.endMs + BETWEEN_MS <= startMs,
    );
  const hasRoom = (user: CityPerson) =>
    span.endMs < now || spansOf(user).filter(({ endMs }) => endMs >= now).length < MOST_AHEAD;
  const free = drivers.flatMap(({ user, vehicles }) => {
    const vehicle = vehicles.find((each) => each.rideType === request.rideType && isFree(each));
    return vehicle && isFree(user) && hasRoom(user) ? [{ user, vehicle }] : [];
  });
  if (free.length === 0) return null;
  const driver = pick(free);
  for (const each of [driver.user, driver.vehicle]) taken.set(each.id, [...spansOf(each), span]);
  return driver;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
