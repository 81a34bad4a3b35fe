import { AppError } from '#common/errors.ts';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import {
  cancellationFees,
  feeBaseCents,
  feeForCancelling,
  freeUntil,
  noShowFrom,
} from '#common/rides/cancellation.ts';
import {
  type CancellationSums,
  type CancelledBy,
  NOTHING,
  type Sums,
  sumCents,
} from '#common/rides/ride-money.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { paidChargesCents } from '../charges/charges.ts';
import { refundAfterKeeping, refundable } from '../payment/refundable.ts';
import { keptCentsOfCharges, refundableCentsOfRide } from '../payment/split-refund.ts';
import type { RideRecord } from '../ride-model.ts';

/**
 * Calculates the fee and refunds of cancelling a ride at an instant, including paid further charges. All zero
 * for an unpaid ride. The fee is kept from the booking's payment first, then from payments for edits.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it has begun or is cancelled
 */
export function cancellationSums(ride: RideRecord, at: Date, by: CancelledBy): CancellationSums {
  if (ride.status === 'cancelled') {
    throw new AppError('RIDE_STATE_CONFLICT', 'This ride has been cancelled meanwhile.');
  }
  if (ride.status !== 'requested' && ride.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that has not begun can be cancelled.');
  }
  if (!isSettled(ride)) return { feeCents: 0, ...NOTHING };
  const feeCents = feeForCancelling({ ...ride, refundableCents: refundableCentsOfRide(ride) }, at, by);
  const { toCardCents, toGiftCardCents } = fareRefund(ride, feeCents);
  const keptCents = sumCents([...keptCentsOfCharges(ride, feeCents).values()]);
  return { feeCents, toCardCents: toCardCents + paidChargesCents(ride) - keptCents, toGiftCardCents };
}

/** The refund of the booking's own payment when this fee is kept, without further charges. */
export const fareRefund = (ride: RideRecord, feeCents: number): Sums =>
  refundAfterKeeping(refundable(ride), feeCents);

/**
 * Quotes the cancellation of a ride at this moment.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it has begun or is cancelled
 */
export function quoteCancellation(ride: RideRecord, by: CancelledBy): CancellationQuote {
  const now = databaseClock.now();
  const until = freeUntil(ride);
  const willCost = by === 'rider' && isSettled(ride) && until > now;
  return {
    ...cancellationSums(ride, now, by),
    freeUntil: willCost ? until.toISOString() : null,
    fees: cancellationFees(feeBaseCents(ride)),
    noShowFrom: noShowFrom(ride)?.toISOString() ?? null,
  };
}
