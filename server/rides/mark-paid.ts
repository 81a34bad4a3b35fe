import type { QueryFilter } from 'mongoose';
import { tryEnqueue } from '../infra/queues.ts';
import { LATE_ACCEPT_MS } from './expire-unaccepted-ride.ts';
import type { RideDoc } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

interface Settlement {
  /** What must hold of a ride that waits to be settled. */
  guard: QueryFilter<RideDoc>;
  /** How it is settled, and by which card. */
  patch: Pick<RideDoc, 'paymentStatus'> & Partial<Pick<RideDoc, 'payment'>>;
}

/**
 * Makes a ride, once its money is there, an offer, and has it closed should no driver accept it. @returns null when the guard did
 * not hold
 */
export async function markPaid(rideId: string, { guard, patch }: Settlement): Promise<RideRecord | null> {
  const settled = await transitionRide({ rideId, change: 'paid', guard, patch });
  if (settled) {
    const closesAt = Date.parse(settled.scheduledAt) + LATE_ACCEPT_MS;
    await tryEnqueue('expire-unaccepted-ride', { rideId }, { delayMs: Math.max(0, closesAt - Date.now()) });
  }
  return settled;
}
