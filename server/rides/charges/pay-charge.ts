import { AppError } from '#common/errors.ts';
import type { ConfirmOutcome } from '#common/jobs.ts';
import { env } from '../../env.ts';
import { enqueueAndWait } from '../../infra/queues.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { openChargeCheckout } from './charge-checkouts.ts';
import { isFurtherCharge, type RideCharge, requirePayable } from './charges.ts';

/**
 * Opens the payment of an open charge in our page, or returns the one already open.
 *
 * @returns its client secret
 * @throws AppError NOT_FOUND; RIDE_STATE_CONFLICT when there is nothing to pay; PAYMENT_IN_PROGRESS;
 * PAYMENT_PROVIDER
 */
export async function openChargeInPage(ride: RideRecord, chargeId: string): Promise<string> {
  const found = chargeOf(ride, chargeId);
  requirePayable(found);
  return openChargeCheckout(found, 'page');
}

/**
 * Confirms a charge that a browser reports as paid: enqueues the check at Stripe and waits for its outcome
 * for at most `PAYMENT_WAIT_MS`.
 *
 * @returns the ride, and whether the charge is paid; false while the confirmation is still running
 * @throws AppError NOT_FOUND; RIDE_STATE_CONFLICT when the payment came too late and is refunded;
 * INVALID_REQUEST when Stripe has not received the money, or another amount
 */
export async function awaitCharge(
  ride: RideRecord,
  chargeId: string,
): Promise<{ isPaid: boolean; ride: RideRecord }> {
  const { charge } = chargeOf(ride, chargeId);
  if (charge.status === 'paid') return { isPaid: true, ride };
  const outcome = await enqueueAndWait('confirm-charge', { chargeId }, env.PAYMENT_WAIT_MS);
  const refusal = outcome && REFUSALS[outcome];
  if (refusal) throw refusal();
  const current = await findRide(ride.id);
  return { isPaid: chargeOf(current, chargeId).charge.status === 'paid', ride: current };
}

const REFUSALS: Partial<Record<ConfirmOutcome, () => AppError>> = {
  unpaid: () =>
    new AppError('INVALID_REQUEST', 'The payment has not gone through. You have not been charged.'),
  flagged: () => new AppError('INVALID_REQUEST', 'The payment does not match. Please contact support.'),
  refunding: () =>
    new AppError(
      'RIDE_STATE_CONFLICT',
      'Your ride changed before this was paid. Your payment is being refunded.',
    ),
};

/**
 * Finds a further charge of a ride. A fare is NOT_FOUND: it is paid by its link.
 *
 * @throws AppError NOT_FOUND
 */
function chargeOf(ride: RideRecord, chargeId: string): RideCharge {
  const charge = ride.charges.find((each) => each.id === chargeId && isFurtherCharge(each));
  if (!charge) throw new AppError('NOT_FOUND', 'There is no such charge.');
  return { ride, charge };
}
