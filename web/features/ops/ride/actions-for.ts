import { isUnderReview } from '#common/rides/fare-review.ts';
import { OVER_STATUSES, SETTLED, statusesBefore } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import type { RideAction } from './ride-address.ts';

/** Unsettled payment statuses in which a ride can be cancelled: awaiting payment, or flagged for review. */
const CANCELLED_UNSETTLED: readonly StaffRide['paymentStatus'][] = ['pending', 'flagged'];

/** The actions that a ride's state allows. */
export function actionsFor(ride: StaffRide): RideAction[] {
  const isSettled = SETTLED.includes(ride.paymentStatus);
  const isOver = OVER_STATUSES.includes(ride.status);
  const isAhead = ride.status === 'requested' || ride.status === 'accepted';
  const isBooked = isAhead && isSettled;
  return [
    ...(isBooked ? (['assign', 'edit'] as const) : []),
    ...(ride.status === 'accepted' ? (['unassign'] as const) : []),
    ...(isAhead && (isSettled || CANCELLED_UNSETTLED.includes(ride.paymentStatus))
      ? (['cancel'] as const)
      : []),
    ...(statusesBefore('completed').includes(ride.status) ? (['complete'] as const) : []),
    // The charge of a cancelled ride can only be given back.
    ...((isSettled && ride.status !== 'cancelled') || (isOver && ride.refundableCents > 0)
      ? (['adjust'] as const)
      : []),
    ...(isUnderReview(ride) ? (['fare'] as const) : []),
    'note',
  ];
}

/** Whether an action may be started now. While the connection is down, only a note may be written. */
export const mayStart = (action: RideAction, isDown: boolean): boolean => action === 'note' || !isDown;

/**
 * Actions whose dialog stays open when the ride no longer allows them: it says why, and keeps its input, or
 * closes itself and says that nothing was done.
 */
export const STAYS_OPEN: readonly RideAction[] = [
  'assign',
  'cancel',
  'complete',
  'adjust',
  'fare',
  'edit',
  'unassign',
];
