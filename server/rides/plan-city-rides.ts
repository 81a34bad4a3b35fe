import { MINUTE_MS } from '#common/durations.ts';
import { PLACES } from '#common/places/places.ts';
import { MAX_OPEN_RIDES, plannedSpan, type Span } from '#common/rides/overlap.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { VEHICLE_IDS, type VehicleId } from '#common/vehicles/catalogue.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { seedPeople } from '../users/seed-users.ts';
import { type PlannedRating, planRating } from './plan-city-ratings.ts';

/** A person of the generated city. */
export type CityPerson = Awaited<ReturnType<typeof seedPeople>>[number];

/** A driver and the vehicles they drive. */
export interface CityDriver {
  user: CityPerson;
  vehicles: readonly FleetVehicle[];
}

/** The people and parameters that a month of rides is generated from. */
export interface City {
  riders: readonly CityPerson[];
  drivers: readonly CityDriver[];
  /** Ids of the promo codes that riders know. */
  promos: readonly string[];
  /** How many rides, from 24 days ago to six days ahead. */
  count: number;
  /** Returns the next number from 0 (inclusive) to 1. */
  random: () => number;
}

const FIRST_DAY = -24;
const DAYS = 31;
/** How long a driver needs from one ride to the next. */
const BETWEEN_MS = 30 * MINUTE_MS;
/** The most upcoming rides planned per driver. Leaves room below the limit for rides assigned by hand. */
const MOST_AHEAD = MAX_OPEN_RIDES - 2;
/** How many requests are generated for a ride until a driver is free; the last is booked either way. */
const ATTEMPTS = 2;
/** Every how many rides one payment is disputed. */
const DISPUTED_EVERY = 900;
/** The share of rides for which the rider enters a promo code. */
const WITH_PROMO = 1 / 12;

/** A planned ride. */
export interface CityPlan {
  request: RequestRide;
  /** The driver with free time for it, whether or not they accept it in the end. */
  driver: Taken | null;
  /** From 0 to 1; determines the outcome of the ride. */
  chance: number;
  isDisputed: boolean;
  /** The rider's rating, if the ride is completed; null when they give none. */
  rating: PlannedRating | null;
  /** Promo codes by id, the first of which that applies is used. Empty for most rides. */
  promoIds: readonly string[];
}

/**
 * Plans a month of rides, soonest pickup first. Half of them use sedans and SUVs, most are in the evening,
 * and each future day has half as many as the day before. Each ride gets a driver who serves its vehicle
 * kind, is free and is below the ride limit, if there is one. So nearly all unaccepted rides can be assigned
 * by hand.
 */
export function planCityRides({ riders, drivers, promos, count, random }: City): CityPlan[] {
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
    .map((plan, index) => ({
      ...plan,
      isDisputed: index % DISPUTED_EVERY === DISPUTED_EVERY - 1,
      rating: planRating(random),
      promoIds: random() < WITH_PROMO ? rotate(promos, random()) : [],
    }));
}

/** Returns the items from a random one on, followed by those before it. */
function rotate<Item>(items: readonly Item[], chance: number): Item[] {
  const start = Math.floor(chance * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
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

/** Hours added to the sum of two random numbers, which centres on noon, to centre on the evening. */
const EVENING_HOURS = 6;

/** How many rides each day has, as a share of today's. */
const SHARES = Array.from({ length: DAYS }, (_, index) => 0.5 ** Math.max(0, index + FIRST_DAY));
const ALL_SHARES = SHARES.reduce((sum, share) => sum + share, 0);

/** Maps a number from 0 to 1 to a day relative to today. */
function dayOf(chance: number): number {
  let left = chance * ALL_SHARES;
  const index = SHARES.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return FIRST_DAY + Math.max(0, index);
}

/** The pickup instant of a request. */
export const pickupOf = ({ scheduledDate, scheduledTime }: RequestRide): Date =>
  toInstant(scheduledDate, scheduledTime) ?? new Date(`${scheduledDate}T12:00Z`);

/** The drivers at work, and the times they are taken. */
interface Rota {
  drivers: readonly CityDriver[];
  /** Spans of rides by driver id and by vehicle id. */
  taken: Map<string, Span[]>;
  /** Epoch milliseconds. */
  now: number;
}

/** A driver and the vehicle reserved with them. */
export interface Taken {
  user: CityPerson;
  vehicle: FleetVehicle;
}

/**
 * Reserves a driver who serves the vehicle kind, is free together with a vehicle, and is below the ride
 * limit. Null when there is none.
 */
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
