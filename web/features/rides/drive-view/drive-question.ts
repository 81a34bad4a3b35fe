import type { Cents } from '#common/money.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { driverMovesOf, type Milestone } from '#common/rides/ride-states.ts';
import { completionSums, fareForUsed } from '../driver/completion-sums.ts';
import type { PostedOffer } from '../store/offer-board.ts';

/** A question that the driver must answer before an action. */
export type Question =
  | OverlapQuestion
  | { kind: 'early'; rideId: string; to: Milestone; message: string }
  | PinQuestion
  | CompleteQuestion
  | { kind: 'no-show'; rideId: string };

/** Whether to accept a request that overlaps another ride of the driver or the vehicle. */
interface OverlapQuestion {
  kind: 'overlap';
  offerId: string;
  /** Revision of the request in question. A changed request is shown again first. */
  revision: number;
  message: string;
  isVehicleTaken: boolean;
}

/** The rider's PIN, which the driver must enter before a ride starts. */
export interface PinQuestion {
  kind: 'pin';
  rideId: string;
  /** The server's message: ask the rider for the PIN, or the PIN was wrong. */
  message: string;
  isWrong: boolean;
  /** Locked after too many wrong PINs. */
  isLocked: boolean;
  /** The driver has already confirmed an early start. */
  isEarly: boolean;
}

/** For how many hours a ride is completed, and whether to complete it. */
export interface CompleteQuestion {
  kind: 'complete';
  rideId: string;
  /** Version of the ride that the quote is for. When the ride changes, the quote is reloaded. */
  version: number;
  quote: CompletionQuote;
  /** The hours used as chosen; null for point-to-point. */
  hours: number | null;
  /** The hours have been chosen, or there are none to choose. */
  isSettled: boolean;
  /** How often a change of the ride has changed the amounts. */
  changes: number;
}

/** Whether the question still applies, according to the stores. */
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
  if (!ride) return false;
  if (question.kind === 'early') return driverMovesOf(ride).some(({ to }) => to === question.to);
  return ride.status === (question.kind === 'complete' ? 'in_progress' : 'accepted');
}

/** Whether the ride has changed since the quote was read. */
export const isOutdated = (question: CompleteQuestion, ride: DriverRide | null): ride is DriverRide =>
  ride !== null && ride.version !== question.version;

/**
 * Updates the question with the quote of a newer version of the ride. Hours that the driver chose are kept if
 * still available. When the amounts differ, the driver must choose the hours again.
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

/** Says why dispatch checks a completion first. */
export const formatReview = ({ isShort }: Pick<Sums, 'isShort'>): string =>
  `${isShort ? 'Less than half of what was paid' : 'You waited for half an hour or more'}: dispatch checks it first.`;

type Sums = ReturnType<typeof completionSums> & { fareCents: Cents };

/**
 * Calculates the amounts of completing a ride for the chosen hours, in cents: final fare, refund and driver's
 * share.
 */
export function sumsOf({ quote, hours }: CompleteQuestion): Sums {
  const fareCents = fareForUsed(quote, hours) ?? quote.fareCents;
  return { fareCents, ...completionSums(quote, fareCents) };
}

/** Moves the chosen hours one step up or down, up to the hours booked. */
export function stepHours(question: CompleteQuestion, direction: 1 | -1): CompleteQuestion {
  const choices = question.quote.byHours.map(({ hours }) => hours);
  const next = choices[choices.indexOf(question.hours ?? 0) + direction];
  return next === undefined ? question : { ...question, hours: next };
}

/** Returns the hours booked; null for point-to-point. */
export const bookedHours = ({ quote }: CompleteQuestion): number | null =>
  quote.byHours.at(-1)?.hours ?? null;
