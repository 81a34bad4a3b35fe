import * as z from 'zod/mini';
import { toInstant } from '../time.ts';
import { searchTermsOf, searchWordsOf } from './ride-search.ts';
import { OVER_STATUSES } from './ride-states.ts';
import type { StaffRide } from './staff-ride.ts';

/**
 * The groups of the rides board, in its order; a ride is in one of them. `attention`: an alert about it is open. `now`:
 * under way, or its pickup is at most half an hour ahead or has passed. `next`: within a day. `later`: further ahead.
 * `past`: completed or cancelled.
 */
export const boardGroupSchema = z.enum(['attention', 'now', 'next', 'later', 'past']);
export type BoardGroup = z.infer<typeof boardGroupSchema>;

/** How far ahead a pickup is `now`, and `next`. */
export const NOW_MS = 30 * 60_000;
export const NEXT_MS = 24 * 3_600_000;

type Placed = Pick<StaffRide, 'status' | 'scheduledAt'>;

/** The group a ride is in at an instant. @param hasAlert whether an alert about it is open */
export function boardGroupOf(ride: Placed, at: Date, hasAlert: boolean): BoardGroup {
  if (hasAlert) return 'attention';
  if (OVER_STATUSES.includes(ride.status)) return 'past';
  const aheadMs = Date.parse(ride.scheduledAt) - at.getTime();
  if (ride.status === 'in_progress' || aheadMs <= NOW_MS) return 'now';
  return aheadMs <= NEXT_MS ? 'next' : 'later';
}

/** Whether the board shows a ride at all: a request that was never paid for was nobody's ride. */
export const isOnBoard = (ride: Pick<StaffRide, 'paymentStatus'>, hasAlert: boolean): boolean =>
  hasAlert || ride.paymentStatus !== 'expired';

const SEARCH_MAX = 100;
/** One or more values, separated by commas; see `valuesIn`. */
const list = z.optional(z.string().check(z.regex(/^[\w-]{1,40}(,[\w-]{1,40}){0,49}$/)));

/** The values of a filter. */
export const valuesIn = (text: string | undefined): string[] => (text ? text.split(',') : []);

/** In place of a driver's id: rides that have none. */
export const UNASSIGNED = 'unassigned';

/** Filters of the board; a ride meets all that are given. */
export const boardFiltersSchema = z.object({
  /** Statuses of rides. */
  status: list,
  /** Ids of the catalogue's vehicles. */
  vehicle: list,
  /** Ids of drivers, or `unassigned`. */
  driver: list,
  /** The day of the pickup in Las Vegas, YYYY-MM-DD. */
  date: z.optional(
    z.string().check(z.refine((day) => toInstant(day, '00:00') !== null, 'Please choose a real day.')),
  ),
  /** Words of name, e-mail, phone, reference or place; see `searchWordsOf`. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX, 'Please search for less.'))),
});
export type BoardFilters = z.infer<typeof boardFiltersSchema>;

/** Terms of rides that were searched before, since a search runs over all of them with every change. */
const termsOf = new WeakMap<StaffRide, string[]>();

function searchTerms(ride: StaffRide): string[] {
  const known = termsOf.get(ride);
  if (known) return known;
  const terms = searchTermsOf(ride);
  termsOf.set(ride, terms);
  return terms;
}

/** Whether a ride meets all filters, as the server's list decides it. */
export function meetsFilters(ride: StaffRide, { status, vehicle, driver, date, q }: BoardFilters): boolean {
  return (
    (!status || valuesIn(status).includes(ride.status)) &&
    (!vehicle || valuesIn(vehicle).includes(ride.rideType)) &&
    (!driver || valuesIn(driver).includes(ride.driverId ?? UNASSIGNED)) &&
    (!date || ride.scheduledDate === date) &&
    searchWordsOf(q ?? '').every((word) => searchTerms(ride).some((term) => term.startsWith(word)))
  );
}
