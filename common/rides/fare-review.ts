import type { Cents } from '../money.ts';
import { feeBaseCents } from './cancellation.ts';
import { completedByOf } from './completed-by.ts';
import type { FareReview, RecordedEntry } from './ride-fields.ts';
import { type Adjustment, type Charge, type PaidRide, sumCents, totalOf } from './ride-money.ts';
import type { RideStatus } from './ride-states.ts';

/** Whether staff must review a final fare: it is less than half of the amount paid or on account. */
export const isToBeReviewed = (paidCents: Cents, finalFareCents: Cents): boolean =>
  finalFareCents * 2 < paidCents;

/** Whether a ride's final fare is under review by staff. */
export const isUnderReview = ({ fareReview }: { fareReview?: FareReview | null }): boolean =>
  fareReview?.pendingSince !== undefined;

interface RefundedRide extends PaidRide {
  status: RideStatus;
  adjustments: readonly Pick<Adjustment, 'toCardCents' | 'toGiftCardCents' | 'cause'>[];
  charges: readonly Pick<Charge, 'amountCents' | 'status' | 'isTooLate'>[];
  actualFareCents: Cents | null;
  fareReview: FareReview | null;
  history: readonly Pick<RecordedEntry, 'change' | 'by'>[];
}

/**
 * Returns the amount that staff refunded on a ride: refunds, withdrawn paid charges, and the remainder left
 * by a final fare that staff decided. Counts against a dispatcher's limit.
 */
export const refundedByStaffCents = (ride: RefundedRide): Cents =>
  sumCents(ride.adjustments.filter(({ cause }) => !cause).map(totalOf)) +
  sumCents(withdrawnOf(ride).map(({ amountCents }) => amountCents)) +
  (isDecidedByStaff(ride) && ride.actualFareCents !== null
    ? Math.max(0, feeBaseCents(ride) - ride.actualFareCents)
    : 0);

/** Whether staff reviewed the final fare or completed the ride. */
const isDecidedByStaff = (ride: RefundedRide): boolean =>
  ride.fareReview !== null || completedByOf(ride) === 'staff';

/**
 * Returns the charges that staff withdrew and refunded. Excludes refunds caused by cancelling the ride or by
 * a late payment.
 */
const withdrawnOf = ({ status, charges }: RefundedRide) =>
  status === 'cancelled' ? [] : charges.filter((charge) => charge.status === 'refunded' && !charge.isTooLate);
