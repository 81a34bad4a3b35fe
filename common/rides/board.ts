import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { searchField } from '../messages/fields.ts';
import { searchTermsOf, searchWordsOf } from './ride-search.ts';
import { OVER_STATUSES } from './ride-states.ts';
import type { StaffRide } from './staff-ride.ts';

/**
 * The groups of the rides board, in display order. A ride is in exactly one. `attention`: it has an open
 * alert. `now`: in progress, or pickup within half an hour or overdue. `next`: pickup within a day. `later`:
 * pickup after that. `past`: completed or cancelled.
 */
export const boardGroupSchema = z.enum(['attention', 'now', 'next', 'later', 'past']);
export type BoardGroup = z.infer<typeof boardGroupSchema>;

/** Latest pickup, from now, of the groups `now` and `next`. */
export const NOW_MS = 30 * MINUTE_MS;
export const NEXT_MS = DAY_MS;

type GroupedRide = Pick<StaffRide, 'status' | 'scheduledAt'>;

/**
 * Returns the group of a ride at an instant.
 * @param hasAlert Whether the ride has an open alert.
 */
export function boardGroupOf(ride: GroupedRide, at: Date, hasAlert: boolean): BoardGroup {
  if (hasAlert) return 'attention';
  if (OVER_STATUSES.includes(ride.status)) return 'past';
  const aheadMs = Date.parse(ride.scheduledAt) - at.getTime();
  if (ride.status === 'in_progress' || aheadMs <= NOW_MS) return 'now';
  return aheadMs <= NEXT_MS ? 'next' : 'later';
}

/** Whether the board shows a ride. Expired unpaid requests are hidden unless they have an alert. */
export const isOnBoard = (ride: Pick<StaffRide, 'paymentStatus'>, hasAlert: boolean): boolean =>
  hasAlert || ride.paymentStatus !== 'expired';

const SEARCH_MAX = 100;
/** Comma-separated values; see `valuesIn`. */
const list = z.optional(z.string().check(z.regex(/^[\w-]{1,40}(,[\w-]{1,40}){0,49}$/)));

/** Splits the value of a filter. */
export const valuesIn = (text: string | undefined): string[] => (text ? text.split(',') : []);

/** Stands for rides without a driver in the driver filter. */
export const UNASSIGNED = 'unassigned';

/** Filters of the board, combined with AND. */
export const boardFiltersSchema = z.object({
  /** Statuses of rides. */
  status: list,
  /** Ids of the catalogue's vehicles. */
  vehicle: list,
  /** Ids of drivers, or `unassigned`. */
  driver: list,
  /** Day of the pickup in Las Vegas, YYYY-MM-DD. */
  date: z.optional(daySchema),
  /** Words in name, email, phone, reference or place; see `searchWordsOf`. */
  q: searchField(SEARCH_MAX),
});
export type BoardFilters = z.infer<typeof boardFiltersSchema>;

/** Caches the search terms of rides, because every change repeats the search over all rides. */
const termsOf = new WeakMap<StaffRide, string[]>();

function searchTerms(ride: StaffRide): string[] {
  const known = termsOf.get(ride);
  if (known) return known;
  const terms = searchTermsOf(ride);
  termsOf.set(ride, terms);
  return terms;
}

/** Whether a ride matches all filters, by the same rules as the server's list. */
export function meetsFilters(ride: StaffRide, { status, vehicle, driver, date, q }: BoardFilters): boolean {
  return (
    (!status || valuesIn(status).includes(ride.status)) &&
    (!vehicle || valuesIn(vehicle).includes(ride.rideType)) &&
    (!driver || valuesIn(driver).includes(ride.driverId ?? UNASSIGNED)) &&
    (!date || ride.scheduledDate === date) &&
    searchWordsOf(q ?? '').every((word) => searchTerms(ride).some((term) => term.startsWith(word)))
  );
}
