import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { enqueueEmail, enqueueEmailAgain } from '../../mail/email-outbox.ts';
import { isPayable } from '../charges/charges.ts';
import { riderAddress } from '../emails/to-rider.ts';
import { findRide } from '../ride-queries.ts';

interface LinkRequest {
  rideId: string;
  /** Defaults to all open charges except tips, of which riders are not reminded. */
  chargeId?: string | undefined;
  actor: AuditActor;
}

/**
 * Emails payment links again.
 *
 * @returns the address
 * @throws AppError RIDE_STATE_CONFLICT when nothing can be paid, or the rider's account is deleted
 */
export async function sendPaymentLink({ rideId, chargeId, actor }: LinkRequest): Promise<string> {
  const ride = await findRide(rideId);
  const open = ride.charges.filter(
    (charge) =>
      (chargeId ? charge.id === chargeId : charge.kind !== 'tip') &&
      isPayable({ ride, charge }, databaseClock.now()),
  );
  if (open.length === 0) throw new AppError('RIDE_STATE_CONFLICT', 'There is nothing to pay on this ride.');
  const to = await riderAddress(ride);
  if (to === null) {
    throw new AppError(
      'RIDE_STATE_CONFLICT',
      'The rider’s account is deleted, so no payment link can be sent. You can withdraw the charge instead.',
    );
  }
  for (const { id } of open) {
    if (!(await enqueueEmailAgain('payment-link', id))) await enqueueEmail('payment-link', id);
  }
  await recordAudit({
    actor,
    action: 'payment link sent',
    subject: rideSubject(rideId),
    after: { to },
  });
  return to;
}
