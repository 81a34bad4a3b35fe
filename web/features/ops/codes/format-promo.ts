import { hoursText } from '#common/fares/quote-fare.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatDollars } from '#common/money.ts';
import type { PromoTerms } from '#common/promos/promo.ts';
import type { StaffPromo } from '#common/promos/promo-staff-api.ts';
import { WEEKDAYS } from '#common/weekdays.ts';

type Discount = Pick<PromoTerms, 'percent' | 'amountCents'>;
export type Conditions = Pick<
  PromoTerms,
  'weekdays' | 'minimumHours' | 'minimumFareCents' | 'firstRideOnly' | 'perRider' | 'totalCap'
>;
type Period = Pick<PromoTerms, 'validFrom' | 'validUntil'>;

/** A discount in words: `10%` or `$25`. */
export const discountOf = ({ percent, amountCents }: Discount): string =>
  percent === null ? formatDollars(amountCents ?? 0) : `${percent}%`;

/** The rides that a code applies to, such as `hourly rides of at least 3 hours from Thursday to Sunday`. */
export function ridesOf({ weekdays, minimumHours, minimumFareCents, firstRideOnly }: Conditions): string {
  const kind = minimumHours === null ? '' : 'hourly ';
  const rides = firstRideOnly ? `a first ${kind}ride` : `${kind}rides`;
  const hours = minimumHours === null ? '' : ` of at least ${hoursText(minimumHours)}`;
  const days = weekdays === null ? '' : ` ${daysOf(weekdays)}`;
  const fare = minimumFareCents > 0 ? ` for ${formatDollars(minimumFareCents)} or more` : '';
  return `${rides}${hours}${days}${fare}`;
}

/** All terms of a code in one sentence. */
export function promoSentence(terms: Discount & Conditions & Period, now: Date): string {
  const { firstRideOnly, perRider, totalCap } = terms;
  const parts = [
    `${discountOf(terms)} off ${ridesOf(terms)}`,
    periodOf(terms, now),
    firstRideOnly || perRider === null ? '' : `${oftenOf(perRider)} for each rider`,
    totalCap === null ? '' : `${oftenOf(totalCap)} in all`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

const oftenOf = (times: number): string => (times === 1 ? 'once' : `${times.toLocaleString('en-US')} times`);

function periodOf({ validFrom, validUntil }: Period, now: Date): string {
  if (validFrom !== null && validUntil !== null) {
    return `booked from ${formatDate(validFrom, now)} to ${formatDate(validUntil, now)}`;
  }
  if (validFrom !== null) return `booked from ${formatDate(validFrom, now)} on`;
  return validUntil === null ? '' : `booked until ${formatDate(validUntil, now)}`;
}

/** `from Thursday to Sunday` if the days are consecutive, else `on Monday and Friday`. */
function daysOf(weekdays: readonly number[]): string {
  const isOn = (day: number) => weekdays.includes((day + 7) % 7);
  const firsts = weekdays.filter((day) => !isOn(day - 1));
  const [first = 0] = firsts;
  const last = (first + weekdays.length - 1) % 7;
  if (firsts.length === 1 && weekdays.length > 2) return `from ${WEEKDAYS[first]} to ${WEEKDAYS[last]}`;
  const names = weekdays.toSorted().map((day) => WEEKDAYS[day] ?? '');
  return `on ${new Intl.ListFormat('en-US').format(names)}`;
}

/** The state of a code on a day (YYYY-MM-DD). */
export function promoState(
  { validFrom, validUntil, totalCap, uses }: Period & Pick<StaffPromo, 'totalCap' | 'uses'>,
  today: string,
): 'live' | 'to come' | 'used up' | 'ended' {
  if (validUntil !== null && (validUntil < today || (validFrom !== null && validUntil < validFrom)))
    return 'ended';
  if (totalCap !== null && uses >= totalCap) return 'used up';
  return validFrom !== null && validFrom > today ? 'to come' : 'live';
}
