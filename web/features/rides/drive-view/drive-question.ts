import type { Cents } from '#common/money.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import type { Milestone } from '#common/rides/ride-states.ts';
import { completionSums, fareForUsed } from '../driver/completion-sums.ts';
import type { PostedOffer } from '../store/offer-board.ts';

/** What is asked before something is done. */
export type Question =
  | OverlapQuestion
  | { kind: 'early'; rideId: string; to: Milestone; message: string }
  | PinQuestion
  | CompleteQuestion
  | { kind: 'no-show'; rideId: string };

/** Whether a request is to be accepted although it overlaps a ride of the driver's, or another's in the vehicle. */
interface OverlapQuestion {
  kind: 'overlap';
  offerId: string;
  /** Of the request that the answer is about: once it is another, that is shown first. */
  revision: number;
  message: string;
  isVehicleTaken: boolean;
}

/** The PIN that the rider tells, before a ride begins. */
export interface PinQuestion {
  kind: 'pin';
  rideId: string;
  /** What the server says: whom to ask, or that it was another. */
  message: string;
  isWrong: boolean;
  /** After too many wrong ones. */
  isLocked: boolean;
  /** The start was confirmed to be early. */
  isEarly: boolean;
}

/** For how many hours a ride is completed, and whether it is to be. */
export interface CompleteQuestion {
  kind: 'complete';
  rideId: string;
  /** Of the ride that the sums are of: once it is another, they are read anew. */
  version: number;
  quote: CompletionQuote;
  /** Those used, as chosen; null point to point. */
  hours: number | null;
  /** The hours are chosen, or there are none. */
  isSettled: boolean;
  /** How often the ride changed so that it comes to something else. */
  changes: number;
}

/** Whether what the stores hold still leaves it to be answered. */
export function isStillAsked(
  question: Question,
  { posted, rides }: { posted: readonly PostedOffer[]; rides: readonly DriverRide[] },
): boolean {
  if (question.kind === 'overlap')
    return posted.some(
      ({ offer, isTaken }) =>
        offer.id === question.offerId && offer.revision === question.revision && !isTaken,
    );
  const ride = rides.find(({ id }) => id === question.rideId);
  return ride?.status === (question.kind === 'complete' ? 'in_progress' : 'accepted');
}

/** Whether the ride has changed since the sums were read. */
export const isOutdated = (question: CompleteQuestion, ride: DriverRide | null): ride is DriverRide =>
  ride !== null && ride.version !== question.version;

/**
 * The question with the sums of a newer version of the ride. Hours that the driver chose stay, where they are still among those
 * booked; where it comes to something else they are asked for again.
 */
export function withSums(
  question: CompleteQuestion,
  { version, quote }: Pick<CompleteQuestion, 'version' | 'quote'>,
): CompleteQuestion {
  const isChosen =
    question.hours !== question.quote.usedHours &&
    quote.byHours.some(({ hours }) => hours === question.hours);
  const renewed = { ...question, version, quote, hours: isChosen ? question.hours : quote.usedHours };
  if (renewed.hours === question.hours && isSame(sumsOf(renewed), sumsOf(question))) return renewed;
  return { ...renewed, isSettled: renewed.hours === null, changes: question.changes + 1 };
}

const isSame = (one: Sums, other: Sums): boolean =>
  one.fareCents === other.fareCents &&
  one.backCents === other.backCents &&
  one.shareCents === other.shareCents;

type Sums = ReturnType<typeof completionSums> & { fareCents: Cents };

/** What completing a ride for the hours chosen comes to, in cents: the final fare, what goes back, and the driver's share. */
export function sumsOf({ quote, hours }: CompleteQuestion): Sums {
  const fareCents = fareForUsed(quote, hours) ?? quote.fareCents;
  return { fareCents, ...completionSums(quote, fareCents) };
}

/** The hours that can be chosen: half an hour less or more, from the first to those booked. */
export function stepHours(question: CompleteQuestion, direction: 1 | -1): CompleteQuestion {
  const choices = question.quote.byHours.map(({ hours }) => hours);
  const next = choices[choices.indexOf(question.hours ?? 0) + direction];
  return next === undefined ? question : { ...question, hours: next };
}

/** How many hours were booked; null point to point. */
export const bookedHours = ({ quote }: CompleteQuestion): number | null =>
  quote.byHours.at(-1)?.hours ?? null;
