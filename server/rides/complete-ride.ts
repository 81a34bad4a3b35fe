import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { statusesBefore } from '#common/rides/status.ts';
import { enqueueOrLeave } from '../infra/queues.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

/**
 * The ride's driver completes it for `actualFareCents`, at most what was paid; the rest goes back to the rider. Asked again, it
 * stays completed. Throws INVALID_REQUEST above the paid fare, RIDE_MOVED_ON when it is not in progress.
 */
export async function completeRide(ride: RideRecord, actualFareCents: Cents): Promise<RideRecord> {
  if (ride.status === 'completed') return ride;
  if (actualFareCents > ride.fare.fareCents) {
    throw new AppError(
      'INVALID_REQUEST',
      `The fare cannot be more than the ${formatCents(ride.fare.fareCents)} paid.`,
    );
  }
  const owedBackCents = ride.fare.fareCents - actualFareCents;
  const completed = await transitionRide({
    rideId: ride.id,
    change: 'completed',
    guard: { status: { $in: statusesBefore('completed') }, driverId: ride.driverId },
    patch: {
      status: 'completed',
      actualFareCents,
      completedAt: new Date(),
      ...(owedBackCents > 0 && { refundOwedSince: new Date() }),
    },
  });
  if (!completed) throw new AppError('RIDE_MOVED_ON', 'Only a ride in progress can be completed.');

  if (owedBackCents > 0)
    await enqueueOrLeave('refund-ride', { rideId: ride.id, reason: 'completed-for-less' });
  return completed;
}
