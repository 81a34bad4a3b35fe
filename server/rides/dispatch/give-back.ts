import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { giveBackUntil } from '#common/rides/cancellation.ts';
import { UNDO_MS } from '#common/rides/dispatch-api.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';
import { offerAgain } from './assign-ride.ts';

/**
 * Its driver gives an accepted ride back, as it was read: it is offered again. In time for somebody else to take it, or a
 * moment after they accepted it.
 *
 * @throws AppError RIDE_STATE_CONFLICT once it is too late for that or the ride has begun, RIDE_CHANGED
 */
export async function giveRideBack(ride: RideRecord, reason: string, by: AuditActor): Promise<RideRecord> {
  if (databaseClock.now() >= giveBackUntil(ride) && !isJustAccepted(ride)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'It is too late to give this ride back. Please call dispatch.');
  }
  return offerAgain(ride, { change: 'given_back', by, text: reason });
}

function isJustAccepted({ history }: RideRecord): boolean {
  const last = history.at(-1);
  return last?.change === 'accepted' && databaseClock.nowMs() - Date.parse(last.at) <= UNDO_MS;
}
