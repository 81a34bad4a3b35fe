import { AppError } from '#common/errors.ts';
import type { ConfirmOutcome } from '#common/jobs.ts';
import type { PayLink } from '#common/rides/pay-link-api.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { env } from '../../env.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { enqueueAndWait } from '../../infra/queues.ts';
import { hasChargeCheckout, openChargeCheckout } from './charge-checkouts.ts';
import { findCharge, isPayable, payByOf, type RideCharge, requirePayable } from './charges.ts';
import { chargeIdOf } from './pay-link-token.ts';

/**
 * Returns what a payment link is for and the state of its payment. If a checkout was opened, a worker first
 * reads it from Stripe, for at most `PAYMENT_WAIT_MS`.
 *
 * @throws AppError NOT_FOUND
 */
export async function readPayLink(token: string): Promise<PayLink> {
  const found = await findByToken(token);
  const { id: chargeId, status } = found.charge;
  const isBegun = status === 'open' && (await hasChargeCheckout(chargeId));
  if (!isBegun) return present(found, stateOf(found));

  const outcome = await enqueueAndWait('confirm-charge', { chargeId }, env.PAYMENT_WAIT_MS);
  const current = await findCharge(chargeId);
  return present(current, isUndecided(current, outcome) ? 'confirming' : stateOf(current));
}

/** Whether the payment is still unknown: no worker has answered, or the outcome is not final. */
const isUndecided = ({ charge }: RideCharge, outcome: ConfirmOutcome | null): boolean =>
  charge.status === 'open' && (outcome === null || outcome === 'processing' || outcome === 'flagged');

/**
 * Opens the hosted checkout of a payment link and returns its address.
 *
 * @throws AppError NOT_FOUND; RIDE_STATE_CONFLICT when there is nothing to pay; PAYMENT_IN_PROGRESS;
 * PAYMENT_PROVIDER
 */
export async function openPayLink(token: string): Promise<string> {
  const found = await findByToken(token);
  requirePayable(found);
  return openChargeCheckout(found, 'hosted');
}

async function findByToken(token: string): Promise<RideCharge> {
  const chargeId = chargeIdOf(token);
  if (!chargeId) throw new AppError('NOT_FOUND', 'There is no such payment link.');
  return findCharge(chargeId);
}

function stateOf(found: RideCharge): PayLink['state'] {
  if (found.charge.status === 'paid') return found.ride.status === 'cancelled' ? 'gone' : 'paid';
  return isPayable(found, databaseClock.now()) ? 'open' : 'gone';
}

const present = ({ ride, charge }: RideCharge, state: PayLink['state']): PayLink => ({
  state,
  amountCents: charge.amountCents,
  reason: charge.reason,
  payBy: payByOf({ ride, charge }),
  reference: rideReference(ride.id),
  rideType: ride.rideType,
  pickupLocation: ride.pickupLocation,
  stops: ride.stops,
  dropoffLocation: ride.dropoffLocation,
  scheduledAt: ride.scheduledAt,
  flightNumber: ride.flightNumber,
});
