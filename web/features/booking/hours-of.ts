import type { Draft } from './draft.ts';

/** The hours of an hourly booking; null point to point, and while the field holds no number. */
export function hoursOf({ bookingType, hours }: Pick<Draft, 'bookingType' | 'hours'>): number | null {
  if (bookingType !== 'hourly' || hours.trim() === '') return null;
  const number = Number(hours);
  return Number.isFinite(number) ? number : null;
}
