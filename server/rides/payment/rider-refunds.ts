import { cardOfCharge } from '#common/rides/refund-cards.ts';
import { type RiderRefund, type Sums, totalOf } from '#common/rides/ride-money.ts';
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
    ...withCard(ride, refund),
  }));
  const { refundOwed } = ride;
  const owed = [
    ...ride.adjustments
      .filter(({ owedSince }) => owedSince)
      .map((adjustment) => ({ ...sumsOf(adjustment), ...withCard(ride, adjustment) })),
    ...(refundOwed ? [sumsOf(owedByItsEnd(ride, refundOwed.reason))] : []),
  ].map((sums) => ({ ...sums, at: null, isFailed: false }));
  return [...refunds, ...owed].filter((sums) => totalOf(sums) > 0);
}

const sumsOf = ({ toCardCents, toGiftCardCents }: Sums): Sums => ({ toCardCents, toGiftCardCents });

const withCard = (ride: RideRecord, refund: { chargeId?: string | undefined }): Pick<RiderRefund, 'card'> => {
  const card = cardOfCharge(ride, refund);
  return card ? { card } : {};
};

/** Then the ride's history has that it failed, and not that it was made. */
export const wasRefusedAtOnce = ({ failure, refundId }: RideRefund): boolean =>
  failure !== undefined && refundId === null;
