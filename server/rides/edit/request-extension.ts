import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { EDIT_HELD_MS, EXTENSION_HOURS } from '#common/rides/edit-api.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { planExtension } from './extend-ride.ts';
import { changeRide, type Edited } from './hold-edit.ts';
import type { RidePlan } from './plan-edit.ts';

/**
 * Its rider asks for 30 more minutes of a ride under way, or its driver proposes them: they hold once the rider has paid. What waits to be
 * paid for already is not asked for twice, so that nobody ends a payment under way.
 *
 * @param expectedDueCents what was on screen; not asked where nothing was
 * @throws AppError FEE_CHANGED when it costs other than was shown; what `planExtension` and `changeRide` throw
 */
export async function requestExtension(
  ride: RideRecord,
  by: AuditActor,
  expectedDueCents?: number,
): Promise<Edited> {
  const plan = await planExtension(ride);
  if (expectedDueCents !== undefined && plan.dueCents !== expectedDueCents) {
    throw new AppError('FEE_CHANGED', 'It costs other than a moment ago. Please look again.');
  }
  const open = openExtension(ride, plan);
  if (open && hasTime(open, by)) return { ride, chargeId: open.id };
  const reason = reasonOf(ride, by);
  return changeRide(ride, plan, { kind: 'extension', by, text: reason, reason });
}

/** The charge of the same extension, if that waits for its payment. */
const openExtension = ({ charges, pendingEdit }: RideRecord, plan: RidePlan): Charge | undefined =>
  charges.find(
    ({ id, kind, status, amountCents }) =>
      id === pendingEdit?.id &&
      kind === 'extension' &&
      status === 'open' &&
      amountCents === plan.dueCents &&
      pendingEdit.hours === plan.fields.hours,
  );

/** Whether it can still be paid; for its rider, who is about to enter a card, for long enough. */
function hasTime({ payBy }: Charge, by: AuditActor): boolean {
  const leastMs = by.role === 'driver' ? 0 : EDIT_HELD_MS / 2;
  return payBy !== undefined && Date.parse(payBy) - databaseClock.nowMs() > leastMs;
}

/** What an extension is for, as its rider and the history read it. */
function reasonOf({ driver, hours }: RideRecord, by: AuditActor): string {
  const isProposed = by.role === 'driver' && driver !== null;
  const what = isProposed ? `${driver.firstName} proposes 30 more minutes` : '30 more minutes';
  return hours === null ? what : `${what}, ${hours + EXTENSION_HOURS} hours in all`;
}
