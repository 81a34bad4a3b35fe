import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { EXTENSION_HOURS } from '#common/rides/edit-api.ts';
import type { RideRecord } from '../ride-model.ts';
import { planExtension } from './extend-ride.ts';
import { changeRide, type Edited } from './hold-edit.ts';

/**
 * Its rider asks for 30 more minutes of a ride under way, or its driver proposes them: they hold once the rider has paid.
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
  const reason = reasonOf(ride, by);
  return changeRide(ride, plan, { kind: 'extension', by, text: reason, reason });
}

/** What an extension is for, as its rider and the history read it. */
function reasonOf({ driver, hours }: RideRecord, by: AuditActor): string {
  const isProposed = by.role === 'driver' && driver !== null;
  const what = isProposed ? `${driver.firstName} proposes 30 more minutes` : '30 more minutes';
  return hours === null ? what : `${what}, ${hours + EXTENSION_HOURS} hours in all`;
}
