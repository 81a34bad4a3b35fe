import type { Span } from '#common/rides/overlap.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type CapacityDayDoc, CapacityDayModel, type Place } from './capacity-model.ts';

/** A vehicle counts as occupied from half an hour before a ride until half an hour after it. */
const MARGIN_MS = 30 * 60_000;

/** The vehicle kind and time span that a booking needs. */
export interface Wanted {
  city: string;
  rideType: string;
  span: Span;
}

interface Booking extends Wanted {
  rideId: string;
  /**
   * How many vehicles serve the kind. Null if bookings are not limited; the place is recorded all the same.
   */
  vehicles: number | null;
  /**
   * Ids of the bookings that this one replaces. Their places do not count, as only one of them all is ever
   * used.
   */
  instead?: readonly string[] | undefined;
}

/**
 * Reserves a place for a booking before its ride is stored, on each day that it touches. On each day the
 * check and the write are one guarded statement, so there are never more places than vehicles. Idempotent per
 * ride.
 *
 * @returns whether a place was free
 */
export async function reservePlace({ rideId, vehicles, instead, ...wanted }: Booking): Promise<boolean> {
  for (const part of partsOf(wanted)) {
    const take = () => takePart({ ...part, place: { ...part.place, rideId } }, { vehicles, instead });
    if (await runSerially(part.id, take)) continue;
    await releasePlace({ rideId, ...wanted });
    return false;
  }
  return true;
}

/** Releases the place of a booking. Idempotent. */
export async function releasePlace({ rideId, ...wanted }: Wanted & { rideId: string }): Promise<void> {
  const _id = { $in: partsOf(wanted).map(({ id }) => id) };
  await CapacityDayModel.updateMany(
    { _id, 'places.rideId': rideId },
    { $pull: { places: { rideId } }, $inc: { version: 1 } },
  );
}

/**
 * Whether a vehicle is currently free for the whole span, not counting the places of the bookings in
 * `instead`.
 */
export async function isFree(
  wanted: Wanted,
  vehicles: number,
  instead: readonly string[] = [],
): Promise<boolean> {
  const parts = partsOf(wanted);
  const days = await CapacityDayModel.find({ _id: { $in: parts.map(({ id }) => id) } }).lean<
    CapacityDayDoc[]
  >();
  const placesOf = new Map(days.map(({ _id, places }) => [_id, places]));
  return parts.every(
    ({ id, place }) => mostTaken(without(placesOf.get(id) ?? [], instead), place) < vehicles,
  );
}

const without = (places: readonly Place[], instead: readonly string[]): Place[] =>
  places.filter(({ rideId }) => !instead.includes(rideId));

/** Returns the days with places now or in the future, for the audit and for reconciliation. */
export const listDays = (): Promise<CapacityDayDoc[]> =>
  CapacityDayModel.find({ endsAt: { $gt: databaseClock.now() } }).lean<CapacityDayDoc[]>();

/** Removes the places of these rides from a day. */
export const releaseFromDay = (dayId: string, rideIds: string[]): Promise<unknown> =>
  CapacityDayModel.updateOne(
    { _id: dayId },
    { $pull: { places: { rideId: { $in: rideIds } } }, $inc: { version: 1 } },
  );

/** Deletes past days. */
export const deletePastDays = (): Promise<unknown> =>
  CapacityDayModel.deleteMany({ endsAt: { $lt: databaseClock.now() } });

/** Returns the highest number of places that overlap at any instant of `during`. */
export function mostTaken(places: readonly Place[], during: Pick<Place, 'from' | 'to'>): number {
  const beside = places.filter(({ from, to }) => from < during.to && during.from < to);
  // The number can only rise at the start of a place.
  const instants = [during.from, ...beside.map(({ from }) => from).filter((from) => from > during.from)];
  const taken = instants.map((at) => beside.filter(({ from, to }) => from <= at && at < to).length);
  return Math.max(...taken);
}

/** The part of a booking that falls on one day. */
interface Part {
  id: string;
  endsAt: Date;
  place: Pick<Place, 'from' | 'to'>;
}

/** Splits a booking's time at midnight in Las Vegas. */
function partsOf({ city, rideType, span }: Wanted): Part[] {
  const from = new Date(span.startMs - MARGIN_MS);
  const to = new Date(span.endMs + MARGIN_MS);
  const parts: Part[] = [];
  for (let date = dateInVegas(from); ; date = addDays(date, 1)) {
    const startsAt = toInstant(date, '00:00') ?? from;
    const endsAt = toInstant(addDays(date, 1), '00:00') ?? to;
    if (startsAt >= to) return parts;
    const place = { from: startsAt > from ? startsAt : from, to: endsAt < to ? endsAt : to };
    parts.push({ id: `${city} ${date} ${rideType}`, endsAt, place });
  }
}

/** The tail of each day's queue in this process. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Serializes this process's bookings per day, since concurrent ones would only make each other's writes fail.
 */
async function runSerially(id: string, take: () => Promise<boolean>): Promise<boolean> {
  const turn = (queues.get(id) ?? Promise.resolve()).then(take, take);
  queues.set(id, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(id) === turn) queues.delete(id);
  }
}

/**
 * Reads and writes the day, and retries when a concurrent booking wins. In every round one of them succeeds.
 */
async function takePart(
  { id, endsAt, place }: Part & { place: Place },
  { vehicles, instead = [] }: Pick<Booking, 'vehicles' | 'instead'>,
): Promise<boolean> {
  while (true) {
    const day = await CapacityDayModel.findById(id).lean<CapacityDayDoc>();
    const places = day?.places ?? [];
    if (places.some(({ rideId }) => rideId === place.rideId)) return true;
    if (vehicles !== null && mostTaken(without(places, instead), place) >= vehicles) return false;
    if (day ? await append(day, place) : await open({ _id: id, version: 1, places: [place], endsAt })) {
      return true;
    }
  }
}

async function append({ _id, version }: CapacityDayDoc, place: Place): Promise<boolean> {
  const { modifiedCount } = await CapacityDayModel.updateOne(
    { _id, version },
    { $push: { places: place }, $inc: { version: 1 } },
  );
  return modifiedCount > 0;
}

async function open(day: CapacityDayDoc): Promise<boolean> {
  try {
    await CapacityDayModel.create(day);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
