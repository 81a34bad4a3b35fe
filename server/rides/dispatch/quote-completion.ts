import { HOUR_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { HOURS_STEP } from '#common/fares/fare-choices.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { paidFor, totalOf } from '#common/rides/ride-money.ts';
import { RIDE_STATES } from '#common/rides/ride-states.ts';
import { fareForHours } from '#common/rides/settle-difference.ts';
import { isWaitingToBeReviewed } from '#common/rides/waiting.ts';
import { refundableCentsOfRide } from '../payment/split-refund.ts';
import type { RideRecord } from '../ride-model.ts';

/**
 * Quotes the completion of a ride in progress, for the hours used and for fewer or more.
 *
 * @throws AppError RIDE_STATE_CONFLICT
 */
export function quoteCompletion(ride: RideRecord, now: Date): CompletionQuote {
  if (ride.status !== 'in_progress') {
    throw new AppError('RIDE_STATE_CONFLICT', RIDE_STATES.completed.action?.refusal ?? '');
  }
  const { fare, hours, paymentStatus, waiting } = ride;
  const isOnAccount = paymentStatus === 'on_account';
  return {
    isOnAccount,
    paidCents: isOnAccount ? fare.fareCents : totalOf(paidFor(ride)),
    refundableCents: isOnAccount ? 0 : refundableCentsOfRide(ride),
    fareCents: fare.fareCents,
    promoCents: fare.promoCents,
    baseCents: fare.baseCents,
    gratuityCents: fare.gratuityCents,
    waitingCents: waiting?.cents ?? 0,
    ...(isWaitingToBeReviewed(waiting) && { isWaitingReviewed: true }),
    usedHours: hours === null ? null : Math.min(hours, hoursUsed(ride, now)),
    byHours:
      hours === null
        ? []
        : stepsTo(hours).map((used) => ({
            hours: used,
            fareCents: fareForHours(fare, hours, used).fareCents,
          })),
  };
}

/** Hours since the start, rounded up to the half hour. */
export function hoursUsed({ history }: RideRecord, now: Date): number {
  const startedAt = history.findLast(({ change }) => change === 'in_progress')?.at;
  const hours = startedAt ? (now.getTime() - Date.parse(startedAt)) / HOUR_MS : 0;
  return Math.max(HOURS_STEP, Math.ceil(hours / HOURS_STEP) * HOURS_STEP);
}

const stepsTo = (hours: number): number[] =>
  Array.from({ length: Math.round(hours / HOURS_STEP) }, (_, index) => (index + 1) * HOURS_STEP);
