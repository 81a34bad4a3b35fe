import { capitalize } from '#common/capitalize.ts';
import { type Cents, parseDollars } from '#common/money.ts';
import type { Offer } from '#common/rides/ride.ts';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import type { OfferOverlap } from '../driver/offer-overlap.ts';
import { shortPlace, shortRoute } from '../ride-card/short-place.ts';
import { bookedHours, type CompleteQuestion, sumsOf } from './drive-question.ts';

// Sentences to be read aloud. Numbers and times are spelled out, since voices read digits differently.

const ONES = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
] as const;
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const;

/** Spells out a whole number from 0 to 999,999: `one hundred thirty`. */
export function numberInWords(number: number): string {
  if (number < 20) return ONES[number] ?? `${number}`;
  if (number < 100) return joined(TENS[Math.floor(number / 10)], number % 10, '-');
  if (number < 1_000) return joined(`${numberInWords(Math.floor(number / 100))} hundred`, number % 100, ' ');
  return joined(`${numberInWords(Math.floor(number / 1_000))} thousand`, number % 1_000, ' ');
}

const joined = (start: string | undefined, rest: number, by: string): string =>
  rest === 0 ? `${start}` : `${start}${by}${numberInWords(rest)}`;

/** Spells out a local time (`18:30`): `six thirty`, `six oh five`, `seven`. */
export function timeInWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const hour = numberInWords(hours % 12 || 12);
  if (minutes === 0) return hour;
  return `${hour} ${minutes < 10 ? 'oh ' : ''}${numberInWords(minutes)}`;
}

const halfOf = (time: string): string => (time < '12:00' ? 'AM' : 'PM');

/** Spells out an amount, rounded to dollars: `one hundred thirty dollars`. */
function dollarsInWords(cents: Cents): string {
  const dollars = Math.round(cents / 100);
  return `${numberInWords(dollars)} ${dollars === 1 ? 'dollar' : 'dollars'}`;
}

function hoursInWords(hours: number): string {
  if (hours === 0.5) return 'half an hour';
  const whole = numberInWords(Math.floor(hours));
  if (!Number.isInteger(hours)) return `${whole} and a half hours`;
  return `${whole} ${hours === 1 ? 'hour' : 'hours'}`;
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' });
const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long' });

/** Names the day of a time that is not today: `tomorrow, `. */
function dayInWords(date: string, now: Date): string {
  const today = dateInVegas(now);
  if (date === today) return '';
  if (date === addDays(today, 1)) return 'tomorrow, ';
  const at = new Date(`${date}T00:00Z`);
  return `${WEEKDAY.format(at)}, ${MONTH.format(at)} ${numberInWords(at.getUTCDate())}, `;
}

const sentence = (text: string): string => `${capitalize(text)}.`;

const pickupInWords = (
  { scheduledDate, scheduledTime }: Pick<Offer, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
) => `${dayInWords(scheduledDate, now)}${timeInWords(scheduledTime)} ${halfOf(scheduledTime)}`;

/**
 * Describes a request to be read aloud: share, time, place, and whether the driver is free. An overlap comes
 * first.
 */
export function spokenRequest(offer: Offer, overlap: OfferOverlap, now: Date): string {
  const hours = offer.hours === null ? '' : `, ${hoursInWords(offer.hours)}`;
  const about = [
    'New request.',
    sentence(dollarsInWords(parseDollars(offer.driverShare) ?? 0)),
    sentence(`${pickupInWords(offer, now)}${hours}`),
    sentence(shortPlace(offer.pickupLocation)),
  ];
  if (overlap.kind === 'overlaps') {
    const at = timeInWords(overlap.ride.scheduledTime);
    return [`Careful, this overlaps ${shortRoute(overlap.ride)} at ${at}.`, ...about].join(' ');
  }
  const until = overlap.next && timeInWords(overlap.next.scheduledTime);
  const free = until ? `until ${until}` : overlap.isFirst ? 'all day' : 'the rest of the day';
  return [...about, `You are free ${free}.`].join(' ');
}

/** Describes the next pickup to be read aloud: `Airport, Terminal 1. Six thirty PM.` */
export const spokenPickup = (
  ride: Pick<Offer, 'pickupLocation' | 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): string =>
  toInstant(ride.scheduledDate, ride.scheduledTime)
    ? `${sentence(shortPlace(ride.pickupLocation))} ${sentence(pickupInWords(ride, now))}`
    : sentence(shortPlace(ride.pickupLocation));

/**
 * Describes the completion of a ride to be read aloud: the hours used, the refund and, once the hours are
 * chosen, the driver's share.
 */
export function spokenCompletion(question: CompleteQuestion, name: string): string {
  const { backCents, shareCents, isReviewed } = sumsOf(question);
  const booked = bookedHours(question);
  const sentences = [
    question.isSettled ? 'Complete?' : 'Hours used.',
    question.hours !== null && sentence(hoursInWords(question.hours)),
    !question.isSettled && booked !== null && `Of ${hoursInWords(booked)}.`,
    isReviewed && 'Dispatch checks this first.',
    !isReviewed && backCents > 0 && `${name} gets back ${dollarsInWords(backCents)}.`,
    !isReviewed && question.isSettled && `Your share is ${dollarsInWords(shareCents)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Says that a request was accepted, and for how many seconds that can be undone. */
export function spokenAccept(undoSeconds: number): string {
  if (undoSeconds === 0) return 'Accepted.';
  return `Accepted. Undo within ${numberInWords(undoSeconds)} ${undoSeconds === 1 ? 'second' : 'seconds'}.`;
}

/** Other outcomes of a request as read aloud. */
export const SPOKEN = {
  undone: 'Undone.',
  taken: 'Taken.',
} as const;
