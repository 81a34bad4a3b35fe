import { cardOfCharge } from '#common/rides/refund-cards.ts';
import { type RiderRefund, type Sums, totalOf } from '#common/rides/ride-money.ts';
import type { RideRecord, RideRefund } from '../ride-model.ts';
import { refundOwedByOutcome } from './refundable.ts';

/** Lists a ride's refunds for its rider: those made, in order, then those owed. */
export function riderRefundsOf(ride: RideRecord): RiderRefund[] {
  const made = ride.history.filter(({ change }) => change === 'refunded');
  const refunds = ride.refunds.map((refund) => ({
    toCardCents: refund.amountCents,
    toGiftCardCents: refund.giftCardCents,
    // `refunds` and `refunded` history lines are in the same order.
    at: (wasRefusedAtOnce(refund) ? undefined : made.shift())?.at ?? null,
    isFailed: refund.failure !== undefined,
    ...withCard(ride, refund),
  }));
  const { refundOwed } = ride;
  const owed = [
    ...ride.adjustments
      .filter(({ owedSince }) => owedSince)
      .map((adjustment) => ({ ...sumsOf(adjustment), ...withCard(ride, adjustment) })),
    ...(refundOwed ? [sumsOf(refundOwedByOutcome(ride, refundOwed.reason))] : []),
  ].map((sums) => ({ ...sums, at: null, isFailed: false }));
  return [...refunds, ...owed].filter((sums) => totalOf(sums) > 0);
}

const sumsOf = ({ toCardCents, toGiftCardCents }: Sums): Sums => ({ toCardCents, toGiftCardCents });

const withCard = (ride: RideRecord, refund: { chargeId?: string | undefined }): Pick<RiderRefund, 'card'> => {
  const card = cardOfCharge(ride, refund);
  return card ? { card } : {};
};

/**
 * Whether Stripe refused a refund at once. The history then has `refund_failed` with `isRefused`, but no
 * `refunded` line.
 */
export const wasRefusedAtOnce = ({ failure, refundId }: RideRefund): boolean =>
  failure !== undefined && refundId === null;
