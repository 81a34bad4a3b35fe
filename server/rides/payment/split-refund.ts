import type { Cents } from '#common/money.ts';
import {
  type Adjustment,
  type Charge,
  isEditCharge,
  NOTHING,
  type Sums,
  sumCents,
  totalOf,
} from '#common/rides/ride-money.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { deductFrom, refundable } from './refundable.ts';

/** A part of a refund: of a charge's payment, or of the booking's payments. */
export type Part = Sums & { chargeId?: string };

/** How much of which charges a cancelled ride keeps for its fee, by charge id. */
export type KeptCents = ReadonlyMap<string, Cents>;

/** How much of a paid charge is neither refunded nor owed, in cents. */
export function refundableCentsOfCharge(
  { adjustments }: Pick<RideRecord, 'adjustments'>,
  charge: Charge,
): Cents {
  const taken = adjustments.filter(({ chargeId }) => chargeId === charge.id).map(totalOf);
  return charge.amountCents - sumCents(taken);
}

/**
 * Splits a refund over what was paid for a ride, at most what is left. What was paid last is refunded first:
 * charges of edits and extensions, then the booking's bank card, then its gift card.
 */
export function splitRefund(ride: RideRecord, amountCents: Cents): Part[] {
  const parts: Part[] = [];
  let restCents = amountCents;
  for (const charge of chargesToTakeFrom(ride)) {
    const toCardCents = Math.min(restCents, refundableCentsOfCharge(ride, charge));
    if (toCardCents > 0) parts.push({ toCardCents, toGiftCardCents: 0, chargeId: charge.id });
    restCents -= toCardCents;
  }
  const ofBooking = deductFrom(refundable(ride), restCents);
  return totalOf(ofBooking) > 0 ? [...parts, ofBooking] : parts;
}

/**
 * How much of a cancellation fee is kept from edit charges: what the booking's own payment does not cover.
 * What was paid first is kept first. Empty on account, where the fee is billed.
 */
export function keptCentsOfCharges(ride: RideRecord, feeCents: Cents): KeptCents {
  const kept = new Map<string, Cents>();
  if (ride.paymentStatus === 'on_account') return kept;
  let restCents = feeCents - totalOf(deductFrom(refundable(ride), feeCents));
  for (const charge of chargesToTakeFrom(ride).toReversed()) {
    const cents = Math.min(restCents, refundableCentsOfCharge(ride, charge));
    if (cents > 0) kept.set(charge.id, cents);
    restCents -= cents;
  }
  return kept;
}

/**
 * What can still be refunded of a ride, in cents. Excludes other further charges, which are refunded
 * separately.
 */
export const refundableCentsOfRide = (ride: RideRecord): Cents =>
  chargesToTakeFrom(ride).reduce(
    (sum, charge) => sum + refundableCentsOfCharge(ride, charge),
    totalOf(refundable(ride)),
  );

/**
 * Whether everything paid for a cancelled ride and its edits was refunded, which makes it `refunded`. False
 * while a refund is owed, or when nothing was ever refunded.
 */
export const isFullyRefunded = (ride: RideRecord): boolean =>
  ride.status === 'cancelled' &&
  ride.paymentStatus !== 'on_account' &&
  hasRefund(ride) &&
  !isOwing(ride) &&
  refundableCentsOfRide(ride) === 0;

const hasRefund = ({ refunds, charges }: RideRecord): boolean =>
  refunds.length > 0 || charges.some((charge) => isEditCharge(charge) && charge.status === 'refunded');

/**
 * A cancellation with nothing to refund still has `refundOwed`, because its job sends the mail. It does not
 * count.
 */
const isOwing = ({ refundOwed, adjustments, charges }: RideRecord): boolean =>
  (refundOwed !== null &&
    !(refundOwed.reason === 'cancelled' && totalOf(refundOwed.sums ?? NOTHING) === 0)) ||
  [...adjustments, ...charges].some(({ owedSince }) => owedSince);

const chargesToTakeFrom = (ride: RideRecord): Charge[] =>
  isSettled(ride)
    ? ride.charges.filter((charge) => isEditCharge(charge) && charge.status === 'paid').toReversed()
    : [];

/** Converts parts to refunds that are owed from now on. */
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
