import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { releaseVehicleTimeOfEdit } from '../edit/reserve-edited-time.ts';
import { transitionRide } from '../transition-ride.ts';
import { closeChargeCheckout } from './charge-checkouts.ts';
import { findCharge, withCharge } from './charges.ts';
import { confirmCharge } from './confirm-charge.ts';

/**
 * Expires a charge that was not paid in time. Closes its checkout first, so that it can no longer be paid,
 * then voids the charge. If it turns out to be paid, it is confirmed instead. Does nothing before its
 * deadline, while the bank is still processing the payment, or once it is no longer open. Idempotent.
 *
 * @throws Error when the ride changed meanwhile, so that the job is retried
 */
export async function expireCharge(chargeId: string): Promise<void> {
  const { ride, charge } = await findCharge(chargeId);
  if (charge.status !== 'open' || !charge.payBy || Date.parse(charge.payBy) > databaseClock.nowMs()) return;

  const checkout = await closeChargeCheckout(chargeId);
  if (checkout?.isPaid) await confirmCharge(chargeId);
  if (checkout && !checkout.isExpired) return;
  const isEdit = ride.pendingEdit?.id === chargeId;
  const expired = await transitionRide({
    rideId: ride.id,
    change: 'adjusted',
    by: WORKER,
    text: isEdit
      ? 'The change was not paid in time; the ride stays as it was.'
      : 'A charge was not paid in time.',
    guard: { version: ride.version },
    patch: {
      charges: withCharge(ride, { ...charge, status: 'void' }),
      ...(isEdit && { pendingEdit: null }),
    },
  });
  if (!expired) throw new Error(`ride ${ride.id} changed while a charge of it expired`);
  if (isEdit) await releaseVehicleTimeOfEdit(ride);
}
