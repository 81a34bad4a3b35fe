import * as z from 'zod/mini';
import { create } from 'zustand';
import { parseDollars } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { Offer } from '#common/rides/ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';
import { soonestFirst } from '../planned-time.ts';

/** The day filters. "This week" is today and the six days after it. */
export const DAYS = [
  { id: 'any', label: 'Any day' },
  { id: 'today', label: 'Today' },
  { id: 'tomorrow', label: 'Tomorrow' },
  { id: 'week', label: 'This week' },
] as const;

/** The pickup areas, recognized by the address. */
export const AREAS = [
  { id: 'anywhere', label: 'Anywhere' },
  { id: 'strip', label: 'The Strip' },
  { id: 'airport', label: 'Airport' },
  { id: 'downtown', label: 'Downtown' },
] as const;

const filtersSchema = z.object({
  /** Ride types that are filtered out. */
  withoutKinds: z.array(z.string()),
  day: z.enum(DAYS.map(({ id }) => id)),
  area: z.enum(AREAS.map(({ id }) => id)),
  order: z.enum(['soonest', 'best-pay']),
});

/** A driver's filters and sort order of the offers. Stored in this browser. */
export type OfferFilters = z.infer<typeof filtersSchema>;

/** No filters, soonest pickup first. */
export const NO_FILTERS: OfferFilters = { withoutKinds: [], day: 'any', area: 'anywhere', order: 'soonest' };

const KEY = 'offer-filters';

function storedFilters(): OfferFilters {
  try {
    return filtersSchema.parse(JSON.parse(readStored(KEY) ?? ''));
  } catch {
    return NO_FILTERS;
  }
}

/** The filters stored in this browser. */
export const useOfferFilters = create<OfferFilters>(storedFilters);

/** Changes and stores filters. */
export function setOfferFilters(change: Partial<OfferFilters>): void {
  const filters = { ...useOfferFilters.getState(), ...change };
  writeStored(KEY, JSON.stringify(filters));
  useOfferFilters.setState(filters);
}

/** Clears the filters, but keeps the sort order. */
export const clearOfferFilters = (): void =>
  setOfferFilters({ ...NO_FILTERS, order: useOfferFilters.getState().order });

/** Counts how many of the filters (vehicle, day, area) are set. */
export const countFilters = ({ withoutKinds, day, area }: OfferFilters): number =>
  Number(withoutKinds.length > 0) + Number(day !== 'any') + Number(area !== 'anywhere');

const STRIP = /\bS(?:outh)? Las Vegas Bl(?:vd|oulevard)\b|\bthe strip\b/i;
const DOWNTOWN = /\bfremont\b|\bdowntown\b(?! summerlin)|\bgrand central pkwy\b/i;

function isInArea(pickup: string, area: OfferFilters['area']): boolean {
  if (area === 'airport') return looksLikeAirport(pickup);
  if (area === 'strip') return STRIP.test(pickup) && !looksLikeAirport(pickup);
  return area === 'anywhere' || DOWNTOWN.test(pickup);
}

function isOnDay(date: string, day: OfferFilters['day'], today: string): boolean {
  if (day === 'today') return date === today;
  if (day === 'tomorrow') return date === addDays(today, 1);
  return day === 'any' || (date >= today && date < addDays(today, 7));
}

/** Whether an offer matches the filters. */
export const meetsFilters = (offer: Offer, filters: OfferFilters, now: Date): boolean =>
  !filters.withoutKinds.includes(offer.rideType) &&
  isOnDay(offer.scheduledDate, filters.day, dateInVegas(now)) &&
  isInArea(offer.pickupLocation, filters.area);

const payOf = ({ driverShare }: Offer): number => parseDollars(driverShare) ?? 0;

/** Sorts offers, or items that contain one. */
export const inOrder = <Item>(
  items: readonly Item[],
  order: OfferFilters['order'],
  offerOf: (item: Item) => Offer,
): Item[] =>
  order === 'soonest'
    ? soonestFirst(items, offerOf)
    : items.toSorted((one, other) => payOf(offerOf(other)) - payOf(offerOf(one)));
