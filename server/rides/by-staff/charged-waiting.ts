import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { reduceWaiting, type Waiting } from '#common/rides/waiting.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import type { RideRecord } from '../ride-model.ts';

type WaitedRide = Pick<RideRecord, 'waiting'>;

/**
 * Returns the waiting of a ride that staff charge: the recorded minutes, or fewer.
 *
 * @param minutes default: all of those recorded
 * @throws AppError INVALID_REQUEST above what is recorded
 */
export function chargedWaiting(ride: WaitedRide, minutes = minutesOf(ride)): Waiting | null {
  if (minutes > minutesOf(ride)) {
    throw fieldRefusal('waitingMinutes', `At most ${formatWaitedMinutes({ minutes: minutesOf(ride) })}.`);
  }
  return ride.waiting && reduceWaiting(ride.waiting, minutes);
}

/** Whether staff charged so many minutes of waiting. @param minutes default: all of those recorded */
export const isChargedFor = (ride: WaitedRide, minutes = minutesOf(ride)): boolean =>
  minutesOf(ride) === minutes;

/** How staff reduced the waiting: a part of the history's sentence, and the audit log's fields. */
interface Reduction {
  /** `, with 5 minutes of waiting instead of 15`; empty if they charge all of it. */
  text: string;
  before: { waitingMinutes?: number };
  after: { waitingMinutes?: number };
}

/** Describes how staff reduced the waiting, if they did. */
export function describeReduction(ride: WaitedRide, waiting: Waiting | null): Reduction {
  const [recorded, charged] = [minutesOf(ride), minutesOf({ waiting })];
  if (charged === recorded) return { text: '', before: {}, after: {} };
  return {
    text: `, with ${formatWaitedMinutes({ minutes: charged })} of waiting instead of ${recorded}`,
    before: { waitingMinutes: recorded },
    after: { waitingMinutes: charged },
  };
}

const minutesOf = ({ waiting }: WaitedRide): number => waiting?.minutes ?? 0;
