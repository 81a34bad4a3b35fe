import { quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import type { Cents } from '#common/money.ts';
import { addDays, formatDay, MAX_DAYS_AHEAD, pickupTimeProblem, toInstant } from '#common/time.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { Draft } from '../draft.ts';
import { pricedRide, type RideFields } from '../estimate-fare.ts';

/** How many days are compared at once. */
export const DAYS_AT_ONCE = 14;

/** A day of the strip. */
export interface PriceDay {
  /** YYYY-MM-DD. */
  date: string;
  /** What raises its rate: `Weekend`, or the event's name; null on a standard day. */
  rateName: string | null;
  /** What the ride costs on that day, before promo code and gift card; null while the form says too little. */
  fareCents: Cents | null;
  /** Shares of the tallest bar, that of a special event: what a standard day costs, and what the day adds to it. */
  standardShare: number;
  raisedShare: number;
}

/** What bars show as long as the form says too little for a fare. */
const ANY_RIDE = { pickupLocation: '-', dropoffLocation: '-', hours: '3' };

/**
 * The ride of the form on each of fourteen days: those from today on, or the later fortnight that the pickup date is
 * in. Quoted by the same engine, rates and calendar as the estimate.
 */
export function priceDays(
  draft: RideFields & Pick<Draft, 'scheduledDate'>,
  { rates, surgeCalendar }: Pricing,
  today: string,
): PriceDay[] {
  const known = pricedRide(draft);
  const ride = known ?? pricedRide({ ...draft, ...ANY_RIDE });
  if (!ride) return [];
  const fareAt = (surgeTier: SurgeTier) => quoteFare({ ...ride, surgeTier }, rates).fareCents;
  const tallest = fareAt('special-event');
  const standard = fareAt('standard');

  const first = firstDayShown(draft.scheduledDate, today);
  return Array.from({ length: DAYS_AT_ONCE }, (_, index) => {
    const date = addDays(first, index);
    const fareCents = fareAt(surgeTierOf(date, surgeCalendar));
    return {
      date,
      rateName: rateName(date, surgeCalendar),
      fareCents: known && fareCents,
      standardShare: standard / tallest,
      raisedShare: (fareCents - standard) / tallest,
    };
  });
}

const DAY_MS = 86_400_000;

function firstDayShown(date: string, today: string): string {
  const days = (Date.parse(`${date}T00:00Z`) - Date.parse(`${today}T00:00Z`)) / DAY_MS;
  if (!(days >= DAYS_AT_ONCE && days <= MAX_DAYS_AHEAD)) return today;
  return addDays(today, days - (days % DAYS_AT_ONCE));
}

const WEEKEND = 'Weekend';

function rateName(date: string, surgeCalendar: readonly SurgeDay[]): string | null {
  const tier = surgeTierOf(date, surgeCalendar);
  if (tier === 'standard') return null;
  return surgeCalendar.find((day) => day.date === date && day.tier === tier)?.name ?? WEEKEND;
}

/** Days side by side with one rate, to be named once below them. */
export interface RateSpan {
  /** The first of the days. */
  date: string;
  name: string | null;
  days: number;
}

/**
 * The days in the order of the strip, joined where neighbours have the same rate. A single day of a weekend goes without its name
 * beside an event, whose name needs the room.
 */
export function rateSpans(days: readonly PriceDay[]): RateSpan[] {
  const spans: RateSpan[] = [];
  for (const { date, rateName: name } of days) {
    const last = spans.at(-1);
    if (last?.name === name) last.days += 1;
    else spans.push({ date, name, days: 1 });
  }
  return spans.map((span, index) => {
    const hasNamedNeighbour = [spans[index - 1], spans[index + 1]].some((each) => each?.name);
    return span.name === WEEKEND && span.days === 1 && hasNamedNeighbour ? { ...span, name: null } : span;
  });
}

/** A day that costs less than the chosen one, and how much less. */
export interface CheaperDay {
  date: string;
  savedCents: Cents;
}

/**
 * The nearest day of the strip that costs less than the chosen one and whose pickup time has not passed; of two as near,
 * the cheaper, then the earlier. Null when there is none, or no day is chosen or priced.
 */
export function nearestCheaperDay(
  days: readonly PriceDay[],
  draft: Pick<Draft, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): CheaperDay | null {
  const chosen = days.findIndex(({ date }) => date === draft.scheduledDate);
  const chosenCents = days[chosen]?.fareCents ?? null;
  if (chosenCents === null) return null;
  const isOver = (date: string) =>
    draft.scheduledTime !== '' && pickupTimeProblem(date, draft.scheduledTime, now) !== null;

  const [nearest] = days
    .map(({ date, fareCents }, index) => ({
      date,
      savedCents: chosenCents - (fareCents ?? chosenCents),
      distance: Math.abs(index - chosen),
    }))
    .filter(({ date, savedCents }) => savedCents > 0 && !isOver(date))
    .toSorted((one, other) => one.distance - other.distance || other.savedCents - one.savedCents);
  return nearest ? { date: nearest.date, savedCents: nearest.savedCents } : null;
}

/** `Fri 27 Nov`; of another year than `now` with it. */
export const dayName = (date: string, now: Date): string => formatDay(toInstant(date, '12:00') ?? now, now);

/**
 * The day to which a key leads from another one, in rows of so many; null for keys that lead nowhere. Days before today
 * and more than a year ahead are not reached.
 */
export function dayAfterKey(
  key: string,
  { from, days, columns, today }: { from: string; days: readonly PriceDay[]; columns: number; today: string },
): string | null {
  // In one row up and down go on by a day, as in any group of radio buttons.
  const row = columns < DAYS_AT_ONCE ? columns : 1;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row };
  const step = steps[key];
  if (step !== undefined) {
    const next = addDays(from, step);
    return next < today || next > addDays(today, MAX_DAYS_AHEAD) ? from : next;
  }
  if (key === 'Home') return days[0]?.date ?? null;
  if (key === 'End') return days.findLast(({ date }) => date <= addDays(today, MAX_DAYS_AHEAD))?.date ?? null;
  return null;
}
