import { type RiderRefund, totalOf } from '#common/rides/ride-money.ts';
import type { RideRecord, RideRefund } from '../ride-model.ts';
import { owedByItsEnd } from './refundable.ts';

/** What of a ride's money went back to its rider, in order, and what is owed back. */
export function riderRefundsOf(ride: RideRecord): RiderRefund[] {
  const made = ride.history.filter(({ change }) => change === 'refunded');
  const refunds = ride.refunds.map((refund) => ({
    toCardCents: refund.amountCents,
    toGiftCardCents: refund.giftCardCents,
    // Each change of this kind made the next refund.
    at: (wasRefusedAtOnce(refund) ? undefined : made.shift())?.at ?? null,
    isFailed: refund.failure !== undefined,
  }));
  const { refundOwed } = ride;
  const owed = [
    ...ride.adjustments.filter(({ owedSince }) => owedSince),
    ...(refundOwed ? [owedByItsEnd(ride, refundOwed.reason)] : []),
  ].map(({ toCardCents, toGiftCardCents }) => ({
    ...{ toCardCents, toGiftCardCents },
    at: null,
    isFailed: false,
  }));
  return [...refunds, ...owed].filter((sums) => totalOf(sums) > 0);
}

/** Then the ride's history has that it failed, and not that it was made. */
const wasRefusedAtOnce = ({ failure, refundId }: RideRefund): boolean =>
  failure !== undefined && refundId === null;
