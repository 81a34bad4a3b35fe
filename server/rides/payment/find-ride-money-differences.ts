import type { Cents } from '#common/money.ts';
import {
  fareAsBooked,
  isEditCharge,
  paidFor,
  type Sums,
  sumCents,
  totalOf,
} from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { isSettled, wasEverSettled } from '#common/rides/ride-states.ts';
import { refundedCents } from '../../gift-cards/find-gift-card-differences.ts';
import type { MoneyDifference } from '../../money-difference.ts';
import { isFurtherCharge } from '../charges/charges.ts';
import { findOrder, ridesOf } from '../order/ride-order.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { isOfBooking, paidAtBooking } from './refundable.ts';
import { isFullyRefunded, refundableCentsOfCharge } from './split-refund.ts';

/**
 * Checks the money of settled rides. Read-only:
 * - no card and no gift card got back more than it paid;
 * - each adjustment was refunded once or is still owed;
 * - a cancelled ride keeps exactly its fee, from booking and charges together, less only by staff's refunds,
 *   and is `refunded` when nothing is kept;
 * - the gift card ledger agrees;
 * - rides ordered together were settled together.
 */
export async function findRideMoneyDifferences(): Promise<MoneyDifference[]> {
  const problems: MoneyDifference[] = [];
  const settled = RideModel.find({ history: { $elemMatch: { change: 'paid' } } });
  for await (const doc of settled.lean<RideDoc[]>().cursor()) {
    const ride = toRideRecord(doc);
    const found = [
      ...findMoneyProblems(ride),
      ...(await findLedgerProblems(ride)),
      ...(await findOrderProblems(ride)),
    ];
    const subject = rideSubject(ride.id);
    problems.push(...found.map((problem) => ({ subject, text: `ride ${ride.id} ${problem}` })));
  }
  return problems;
}

/** What was paid when the ride was settled, whatever happened to it since. */
function everPaid(ride: RideRecord): Sums {
  const { paymentStatus, paymentIntentId } = ride;
  const fare = fareAsBooked(ride);
  if (paymentStatus === 'on_account') return { toCardCents: 0, toGiftCardCents: 0 };
  return {
    toCardCents: paymentIntentId === null ? 0 : fare.totalCents,
    toGiftCardCents: fare.giftCardCents,
  };
}

/** Lists what is wrong with the money of a settled ride by itself; empty when it is correct. */
export function findMoneyProblems(ride: RideRecord): string[] {
  const { adjustments, cancellation, refundOwed, charges } = ride;
  const refunds = ride.refunds.filter(isOfBooking);
  const paid = everPaid(ride);
  const made = {
    toCardCents: sumCents(refunds.map(({ amountCents }) => amountCents)),
    toGiftCardCents: sumCents(refunds.map(({ giftCardCents }) => giftCardCents)),
  };
  const owed = adjustments.filter((each) => isOfBooking(each) && each.owedSince);
  const keptCents = totalOf(paid) - totalOf(made) - sumCents(owed.map(totalOf));
  const further = charges.filter((charge) => isFurtherCharge(charge) && charge.status === 'paid');
  const keptInAllCents = keptCents + sumCents(further.map((charge) => refundableCentsOfCharge(ride, charge)));
  const problems: [isProblem: boolean, problem: string][] = [
    [
      made.toCardCents > paid.toCardCents,
      `gave ${made.toCardCents} back to a card that paid ${paid.toCardCents}`,
    ],
    [
      made.toGiftCardCents > paid.toGiftCardCents,
      `gave ${made.toGiftCardCents} back to a gift card that paid ${paid.toGiftCardCents}`,
    ],
    [keptCents < 0, `owes ${-keptCents} more than was paid`],
    [
      cancellation !== null && refundOwed === null && !isFee(ride, keptInAllCents),
      `was cancelled for ${cancellation?.feeCents}, but keeps ${keptInAllCents}`,
    ],
    [ride.paymentStatus === 'refunded' && keptInAllCents > 0, `is refunded, but keeps ${keptInAllCents}`],
    [
      isSettled(ride) && isFullyRefunded(ride),
      `gave back all that was paid for it, but is ${ride.paymentStatus}`,
    ],
    [
      adjustments.some((each) => !isMadeOnce(ride, each)),
      'has an adjustment that was not refunded exactly once',
    ],
    [
      charges.some(
        ({ status, paymentIntentId }) =>
          (status === 'paid') !== (paymentIntentId !== null) && status !== 'refunded',
      ),
      'has a charge that disagrees with its payment',
    ],
    [
      charges.some((charge) => refundableCentsOfCharge(ride, charge) < 0),
      'gave more of a charge back than was paid for it',
    ],
    [hasUnpaidFare(ride), 'has a fare that was not paid, by its booking, its edits and what they gave back'],
    [
      ride.pendingEdit !== null && !charges.some(({ id }) => id === ride.pendingEdit?.id),
      'has an edit that waits for no charge',
    ],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => problem);
}

/**
 * Whether what is kept of a cancelled ride is its fee. Later refunds by staff may reduce it; on account the
 * fee is billed later.
 */
function isFee({ cancellation, adjustments, history, paymentStatus }: RideRecord, keptCents: Cents): boolean {
  const cancelledAt = history.findLast(({ change }) => change === 'cancelled')?.at ?? '';
  const byStaff = adjustments.filter(({ cause, at }) => !cause && at >= cancelledAt).map(totalOf);
  const feeCents = cancellation?.feeCents ?? 0;
  const leastCents = paymentStatus === 'on_account' ? 0 : feeCents - sumCents(byStaff);
  return keptCents >= leastCents && keptCents <= feeCents;
}

/** Whether the current fare of a ride is more than what was paid for it. */
function hasUnpaidFare(ride: RideRecord): boolean {
  if (ride.status === 'cancelled' || !isSettled(ride)) return false;
  const back = ride.adjustments.filter(({ cause }) => cause === 'edit').map(totalOf);
  const forEdits = ride.charges.filter((charge) => isEditCharge(charge) && charge.status === 'paid');
  const paidCents =
    totalOf(paidAtBooking(ride)) + sumCents(forEdits.map(({ amountCents }) => amountCents)) - sumCents(back);
  return totalOf(paidFor(ride)) > paidCents;
}

function isMadeOnce({ refunds }: RideRecord, adjustment: RideRecord['adjustments'][number]): boolean {
  const made = refunds.filter(({ adjustmentId }) => adjustmentId === adjustment.id);
  if (adjustment.owedSince) return made.length === 0;
  const [refund] = made;
  return (
    made.length === 1 &&
    refund?.amountCents === adjustment.toCardCents &&
    refund.giftCardCents === adjustment.toGiftCardCents
  );
}

async function findLedgerProblems({ id: rideId, giftCardId, refunds }: RideRecord): Promise<string[]> {
  if (giftCardId === null) return [];
  const recorded = sumCents(refunds.map(({ giftCardCents }) => giftCardCents));
  const posted = await refundedCents({ giftCardId, rideId });
  return posted === recorded ? [] : [`gave ${recorded} back to a gift card whose ledger says ${posted}`];
}

/** For a settled ride. */
async function findOrderProblems(ride: RideRecord): Promise<string[]> {
  if (!ride.order) return [];
  const rides = ridesOf(await findOrder(ride));
  return rides.length === 2 && rides.every(wasEverSettled)
    ? []
    : [`is paid for, but ride ${ride.order.otherRideId} that was ordered with it is not`];
}
