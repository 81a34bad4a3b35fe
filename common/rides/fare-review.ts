import type { Cents } from '../money.ts';
import { feeBaseCents } from './cancellation.ts';
import { completedByOf } from './completed-by.ts';
import type { FareReview, RecordedEntry } from './ride-fields.ts';
import { type Adjustment, type Charge, type PaidRide, totalOf } from './ride-money.ts';
import type { RideStatus } from './ride-states.ts';

/** Whether a final fare waits for staff: it is less than half of what was paid, or is on account. */
export const isToBeReviewed = (paidCents: Cents, finalFareCents: Cents): boolean =>
  finalFareCents * 2 < paidCents;

/** Whether a ride's final fare waits for staff. */
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
 * What staff gave back of a ride by hand: refunds, paid charges that they withdrew, and what a final fare that they decided on left.
 * A dispatcher's limit counts it.
 */
export const refundedByHandCents = (ride: RefundedRide): Cents =>
  sumOf(ride.adjustments.filter(({ cause }) => !cause).map(totalOf)) +
  sumOf(withdrawnOf(ride).map(({ amountCents }) => amountCents)) +
  (isDecidedByStaff(ride) && ride.actualFareCents !== null
    ? Math.max(0, feeBaseCents(ride) - ride.actualFareCents)
    : 0);

/** Whether the final fare is one that staff decided on, or completed the ride for. */
const isDecidedByStaff = (ride: RefundedRide): boolean =>
  ride.fareReview !== null || completedByOf(ride) === 'staff';

/** Nobody decided on those that went back with a cancelled ride, or that were paid too late. */
const withdrawnOf = ({ status, charges }: RefundedRide) =>
  status === 'cancelled' ? [] : charges.filter((charge) => charge.status === 'refunded' && !charge.isTooLate);

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0);
