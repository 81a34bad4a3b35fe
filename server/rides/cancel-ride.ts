import type { QueryFilter } from 'mongoose';
import { releaseHolds } from './release-holds.ts';
import type { RideDoc } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

interface CallOff {
  /** What must hold besides being unpaid. */
  guard?: QueryFilter<RideDoc>;
  /** Lets the rider's browser try the same request again. */
  unset?: 'idempotencyKey';
}

/** Calls an unpaid ride off and gives back what it holds; a crash in between leaves that to the sweep. @returns null when it is not unpaid */
export async function cancelRide(rideId: string, { guard, unset }: CallOff = {}): Promise<RideRecord | null> {
  const ride = await transitionRide({
    rideId,
    change: 'cancelled',
    guard: { status: 'requested', paymentStatus: 'pending', ...guard },
    patch: { status: 'cancelled', paymentStatus: 'expired' },
    ...(unset && { unset }),
  });
  if (ride) await releaseHolds({ ...ride, rideId, giftCardCents: ride.fare.giftCardCents });
  return ride;
}
