import type { Cents } from '#common/money.ts';
import {
  type Adjustment,
  type Charge,
  isOfFare,
  NOTHING,
  type Sums,
  totalOf,
} from '#common/rides/ride-money.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { refundable, takeFrom } from './refundable.ts';

/** A part of an amount that goes back: to a charge's card, or to what paid for the booking. */
export type Part = Sums & { chargeId?: string };

/** How much of which charges a cancelled ride keeps as a part of its fee, by their ids. */
export type KeptCents = ReadonlyMap<string, Cents>;

/** What of a paid charge was neither given back nor is owed, in cents. */
export function leftOfCharge({ adjustments }: Pick<RideRecord, 'adjustments'>, charge: Charge): Cents {
  const taken = adjustments.filter(({ chargeId }) => chargeId === charge.id).map(totalOf);
  return charge.amountCents - taken.reduce((sum, cents) => sum + cents, 0);
}

/**
 * Takes an amount out of what was paid for a ride, at most what is left: what was paid last goes back first, so the
 * charges of edits and extensions, then the booking's bank card, and its gift card at the end.
 */
export function takeBack(ride: RideRecord, amountCents: Cents): Part[] {
  const parts: Part[] = [];
  let restCents = amountCents;
  for (const charge of chargesToTakeFrom(ride)) {
    const toCardCents = Math.min(restCents, leftOfCharge(ride, charge));
    if (toCardCents > 0) parts.push({ toCardCents, toGiftCardCents: 0, chargeId: charge.id });
    restCents -= toCardCents;
  }
  const ofBooking = takeFrom(refundable(ride), restCents);
  return totalOf(ofBooking) > 0 ? [...parts, ofBooking] : parts;
}

/**
 * What of a fee that is kept for cancelling stays in the charges of edits: what the booking's own payment does not cover.
 * As what was paid last goes back first, what was paid first is kept first. A fare on account keeps its fee there.
 */
export function keptOfCharges(ride: RideRecord, feeCents: Cents): KeptCents {
  const kept = new Map<string, Cents>();
  if (ride.paymentStatus === 'on_account') return kept;
  let restCents = feeCents - totalOf(takeFrom(refundable(ride), feeCents));
  for (const charge of chargesToTakeFrom(ride).toReversed()) {
    const cents = Math.min(restCents, leftOfCharge(ride, charge));
    if (cents > 0) kept.set(charge.id, cents);
    restCents -= cents;
  }
  return kept;
}

/** All that can still be given back of a ride, in cents; further charges apart, which are given back whole. */
export const leftOfRide = (ride: RideRecord): Cents =>
  chargesToTakeFrom(ride).reduce(
    (sum, charge) => sum + leftOfCharge(ride, charge),
    totalOf(refundable(ride)),
  );

/**
 * Whether all that was paid for a cancelled ride and its edits went back, which makes it `refunded`. Refunds that are still owed have not been
 * made; a ride for which nothing was paid has none.
 */
export const isAllBack = (ride: RideRecord): boolean =>
  ride.status === 'cancelled' &&
  ride.paymentStatus !== 'on_account' &&
  hasGivenBack(ride) &&
  !isOwing(ride) &&
  leftOfRide(ride) === 0;

const hasGivenBack = ({ refunds, charges }: RideRecord): boolean =>
  refunds.length > 0 || charges.some((charge) => isOfFare(charge) && charge.status === 'refunded');

/** A cancellation that leaves nothing to give back still has a job to do, and owes nothing. */
const isOwing = ({ refundOwed, adjustments, charges }: RideRecord): boolean =>
  (refundOwed !== null &&
    !(refundOwed.reason === 'cancelled' && totalOf(refundOwed.sums ?? NOTHING) === 0)) ||
  [...adjustments, ...charges].some(({ owedSince }) => owedSince);

const chargesToTakeFrom = ({ charges, paymentStatus }: RideRecord): Charge[] =>
  SETTLED.includes(paymentStatus)
    ? charges.filter((charge) => isOfFare(charge) && charge.status === 'paid').toReversed()
    : [];

/** Parts as refunds that are owed from now on. */
export function owedNow(
  parts: readonly Part[],
  { reason, by, cause }: Pick<Adjustment, 'reason' | 'by' | 'cause'>,
): Adjustment[] {
  const at = databaseClock.now().toISOString();
  return parts.map((part) => ({
    id: newObjectId().toHexString(),
    ...part,
    reason,
    by,
    at,
    owedSince: at,
    ...(cause && { cause }),
  }));
}
