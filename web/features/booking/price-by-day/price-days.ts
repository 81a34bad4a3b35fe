import { DAY_MS } from '#common/durations.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import type { Cents } from '#common/money.ts';
import { addDays, MAX_DAYS_AHEAD, pickupTimeProblem } from '#common/time.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import type { Draft } from '../draft.ts';
import { fareInputOf, type RideFields } from '../estimate-fare.ts';

/** How many days are compared at once. */
const DAYS_AT_ONCE = 14;

/** A day of the strip. */
export interface PriceDay {
  /** YYYY-MM-DD. */
  date: string;
  /** Why the rate is raised: `Weekend` or the event's name; null at the standard rate. */
  rateName: string | null;
  /** The fare on that day, before promo code and gift card; null until the draft can be priced. */
  fareCents: Cents | null;
  /**
   * Bar heights as shares of the tallest bar (a special event): the standard fare, and what the day adds to
   * it.
   */
  standardShare: number;
  raisedShare: number;
}

/** The ride that the bars show until the draft can be priced. */
const ANY_RIDE = { pickupLocation: '-', dropoffLocation: '-', hours: '3' };

/**
 * Calculates the price of the ride on each of fourteen days, starting today or, for a later pickup date, with
 * the fortnight that contains it. Uses the same fare engine, rates and calendar as the estimate.
 */
export function priceDays(
  draft: RideFields & Pick<Draft, 'scheduledDate'>,
  { rates, surgeCalendar }: Pricing,
  today: string,
): PriceDay[] {
  const known = fareInputOf(draft);
  const ride = known ?? fareInputOf({ ...draft, ...ANY_RIDE });
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

/** Adjacent days with the same rate, named once below them. */
interface RateSpan {
  /** The first day, YYYY-MM-DD. */
  date: string;
  name: string | null;
  days: number;
}

/**
 * Groups adjacent days with the same rate. A single weekend day next to a named span gets no name, because
 * the event's name needs the room.
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
interface CheaperDay {
  date: string;
  savedCents: Cents;
}

/**
 * Finds the nearest day of the strip that is cheaper than the chosen one and whose pickup time has not
 * passed. Tie-break: the cheaper, then the earlier day. Null when there is none, or the chosen day is not in
 * the strip or has no price.
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

/**
 * Returns the day that a key moves to, given the number of columns; null for other keys. The result stays
 * between today and one year ahead.
 */
export function dayAfterKey(
  key: string,
  { from, days, columns, today }: { from: string; days: readonly PriceDay[]; columns: number; today: string },
): string | null {
  // In a single row, up and down move by a day, as in any radio group.
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
