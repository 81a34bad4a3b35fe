import { MINUTE_MS } from '#common/durations.ts';
import { plannedSpan, type Span } from '#common/rides/overlap.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type CapacityDayDoc, CapacityDayModel, type Reservation } from './capacity-model.ts';

/** A vehicle counts as occupied from half an hour before a ride until half an hour after it. */
const MARGIN_MS = 30 * MINUTE_MS;

/** The vehicle kind and time span that a booking needs. */
interface Demand {
  city: string;
  rideType: string;
  span: Span;
}

/** The fields of a booking that decide which vehicle time it needs. */
export interface DemandFields {
  city: string;
  rideType: string;
  hours: number | null;
  stops: readonly string[];
  scheduledAt: Date | string;
}

/** The vehicle time that a booking needs. */
export const demandOf = ({ city, rideType, hours, stops, scheduledAt }: DemandFields): Demand => ({
  city,
  rideType,
  span: plannedSpan(new Date(scheduledAt), { hours, stops }),
});

interface Booking extends Demand {
  /** What the reservation is found by: the id of the ride or edit. */
  key: string;
  /**
   * How many vehicles serve the kind. Null if bookings are not limited; the reservation is recorded all the
   * same.
   */
  vehicles: number | null;
  /**
   * Keys of the bookings that this one replaces. Their reservations do not count, as only one of them all is
   * ever used.
   */
  ignoredKeys?: readonly string[] | undefined;
}

/**
 * Reserves vehicle time for a booking before its ride is stored, on each day that it touches. On each day the
 * check and the write are one guarded statement, so there are never more reservations than vehicles.
 * Idempotent per key.
 *
 * @returns whether a vehicle was free
 */
export async function addReservation({ key, vehicles, ignoredKeys, ...demand }: Booking): Promise<boolean> {
  for (const { dayId, endsAt, from, to } of partsOf(demand)) {
    const reservation = { rideId: key, from, to };
    const add = () => addToDay({ dayId, endsAt, reservation }, { vehicles, ignoredKeys });
    if (await runSerially(dayId, add)) continue;
    await removeReservation({ key, ...demand });
    return false;
  }
  return true;
}

/** Releases the vehicle time of a booking. Idempotent. */
export async function removeReservation({ key, ...demand }: Demand & { key: string }): Promise<void> {
  const _id = { $in: partsOf(demand).map(({ dayId }) => dayId) };
  await CapacityDayModel.updateMany(
    { _id, 'places.rideId': key },
    { $pull: { places: { rideId: key } }, $inc: { version: 1 } },
  );
}

/**
 * Whether a vehicle is currently free for the whole span, not counting the reservations under `ignoredKeys`.
 */
export async function isFree(
  demand: Demand,
  vehicles: number,
  ignoredKeys: readonly string[] = [],
): Promise<boolean> {
  const parts = partsOf(demand);
  const days = await CapacityDayModel.find({ _id: { $in: parts.map(({ dayId }) => dayId) } }).lean<
    CapacityDayDoc[]
  >();
  const reservationsOf = new Map(days.map(({ _id, places }) => [_id, places]));
  return parts.every(
    ({ dayId, ...part }) => mostTaken(without(reservationsOf.get(dayId) ?? [], ignoredKeys), part) < vehicles,
  );
}

const without = (reservations: readonly Reservation[], ignoredKeys: readonly string[]): Reservation[] =>
  reservations.filter(({ rideId: key }) => !ignoredKeys.includes(key));

/** Returns the days with reservations now or in the future, for reconciliation. */
export const listDays = (): Promise<CapacityDayDoc[]> =>
  CapacityDayModel.find({ endsAt: { $gt: databaseClock.now() } }).lean<CapacityDayDoc[]>();

/** Removes the reservations with these keys from a day. */
export const releaseFromDay = (dayId: string, keys: string[]): Promise<unknown> =>
  CapacityDayModel.updateOne(
    { _id: dayId },
    { $pull: { places: { rideId: { $in: keys } } }, $inc: { version: 1 } },
  );

/** Deletes past days. */
export const deletePastDays = (): Promise<unknown> =>
  CapacityDayModel.deleteMany({ endsAt: { $lt: databaseClock.now() } });

/** Returns the highest number of reservations that overlap at any instant of `during`. */
export function mostTaken(
  reservations: readonly Reservation[],
  during: Pick<Reservation, 'from' | 'to'>,
): number {
  const beside = reservations.filter(({ from, to }) => from < during.to && during.from < to);
  // The number can only rise at the start of a reservation.
  const instants = [during.from, ...beside.map(({ from }) => from).filter((from) => from > during.from)];
  const taken = instants.map((at) => beside.filter(({ from, to }) => from <= at && at < to).length);
  return Math.max(...taken);
}

/** The part of a booking's time that falls on one day. */
interface Part {
  dayId: string;
  /** When the day ends. */
  endsAt: Date;
  from: Date;
  to: Date;
}

/** Splits a booking's time at midnight in Las Vegas. */
function partsOf({ city, rideType, span }: Demand): Part[] {
  const from = new Date(span.startMs - MARGIN_MS);
  const to = new Date(span.endMs + MARGIN_MS);
  const parts: Part[] = [];
  for (let date = dateInVegas(from); ; date = addDays(date, 1)) {
    const startsAt = toInstant(date, '00:00') ?? from;
    const endsAt = toInstant(addDays(date, 1), '00:00') ?? to;
    if (startsAt >= to) return parts;
    const part = { from: startsAt > from ? startsAt : from, to: endsAt < to ? endsAt : to };
    parts.push({ dayId: `${city} ${date} ${rideType}`, endsAt, ...part });
  }
}

/** The tail of each day's queue in this process. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Serializes this process's bookings per day, since concurrent ones would only make each other's writes fail.
 */
async function runSerially(dayId: string, add: () => Promise<boolean>): Promise<boolean> {
  const turn = (queues.get(dayId) ?? Promise.resolve()).then(add, add);
  queues.set(dayId, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(dayId) === turn) queues.delete(dayId);
  }
}

/**
 * Reads and writes the day, and retries when a concurrent booking wins. In every round one of them succeeds.
 */
async function addToDay(
  { dayId, endsAt, reservation }: Pick<Part, 'dayId' | 'endsAt'> & { reservation: Reservation },
  { vehicles, ignoredKeys = [] }: Pick<Booking, 'vehicles' | 'ignoredKeys'>,
): Promise<boolean> {
  while (true) {
    const day = await CapacityDayModel.findById(dayId).lean<CapacityDayDoc>();
    const reservations = day?.places ?? [];
    if (reservations.some(({ rideId }) => rideId === reservation.rideId)) return true;
    const others = without(reservations, ignoredKeys);
    if (vehicles !== null && mostTaken(others, reservation) >= vehicles) return false;
    const isAdded = day
      ? await append(day, reservation)
      : await createDay({ _id: dayId, version: 1, places: [reservation], endsAt });
    if (isAdded) return true;
  }
}

async function append({ _id, version }: CapacityDayDoc, reservation: Reservation): Promise<boolean> {
  const { modifiedCount } = await CapacityDayModel.updateOne(
    { _id, version },
    { $push: { places: reservation }, $inc: { version: 1 } },
  );
  return modifiedCount > 0;
}

async function createDay(day: CapacityDayDoc): Promise<boolean> {
  try {
    await CapacityDayModel.create(day);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
