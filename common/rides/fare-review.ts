import type { Cents } from '../money.ts';
import { feeBaseCents } from './cancellation.ts';
import type { FareReview } from './ride-fields.ts';
import { type Adjustment, type PaidRide, totalOf } from './ride-money.ts';

/** Whether a final fare waits for staff: it is less than half of what was paid, or is on account. */
export const isToBeReviewed = (paidCents: Cents, finalFareCents: Cents): boolean =>
  finalFareCents * 2 < paidCents;

/** Whether a ride's final fare waits for staff. */
export const isUnderReview = ({ fareReview }: { fareReview?: FareReview | null }): boolean =>
  fareReview?.pendingSince !== undefined;

interface RefundedRide extends PaidRide {
  adjustments: readonly Pick<Adjustment, 'toCardCents' | 'toGiftCardCents' | 'cause'>[];
  actualFareCents: Cents | null;
  fareReview: FareReview | null;
}

/** What staff gave back of a ride by hand: refunds, and what a final fare that they decided on left. A dispatcher's limit counts it. */
export const refundedByHandCents = (ride: RefundedRide): Cents =>
  ride.adjustments.filter(({ cause }) => !cause).reduce((sum, each) => sum + totalOf(each), 0) +
  (ride.fareReview && ride.actualFareCents !== null
    ? Math.max(0, feeBaseCents(ride) - ride.actualFareCents)
    : 0);
