import { useEffect, useRef, useState } from 'react';
import { formatCents } from '#common/money.ts';
import { withdrawCharge } from '#common/rides/by-staff-api.ts';
import { NOTE_MAX, noteRide, unassignRide } from '#common/rides/dispatch-api.ts';
import { MAX_REASON } from '#common/rides/reason.ts';
import { type Charge, isEditCharge } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { formatLeft, isOvertaken, offerUndo, receiveReply, reportRideError } from './dispatch-actions.ts';
import { isLinked, isWithdrawable } from './money-rows.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Props of every dialog about a ride. */
export interface RideDialogProps {
  ride: StaffRide;
  onClose: () => void;
}

/** Adds a note to the history of a ride. */
export const NoteDialog = ({ ride, onClose }: RideDialogProps) => (
  <ReasonDialog
    title="Add a note"
    description={`${ride.customerName}, ride ${ride.reference}`}
    label="Note"
    hint="In the history, for staff only."
    missing="Please write something."
    max={NOTE_MAX}
    button="Add note"
    pendingLabel="Adding..."
    act={async (text) => {
      try {
        receiveReply(await call(noteRide, { rideId: ride.id, text }));
        toast.success('Note added');
        return true;
      } catch (error) {
        await reportRideError('Not added', error, ride.id);
        return false;
      }
    }}
    onClose={onClose}
  />
);

/**
 * Unassigns the driver with a reason, so that the ride is offered again. If the ride has another driver
 * meanwhile, the version at opening is sent, and the server rejects it. If the driver gives the ride back or
 * begins it, the dialog closes and says so.
 */
export function UnassignDialog({ ride, onClose }: RideDialogProps) {
  const [asked] = useState(ride);
  const { version } = ride.driverId === asked.driverId ? ride : asked;
  const driver = asked.driver?.firstName ?? 'the driver';
  // A request in flight reports its outcome itself, and one without an answer may have freed the ride.
  const isInFlight = useRef(false);
  const isUnsure = useRef(false);
  const isOver = ride.status !== 'accepted';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isOver) return;
    const mayBeOurs = isUnsure.current && ride.status === 'requested';
    if (!isInFlight.current && !mayBeOurs) toast.error('Not unassigned', formatLeft(ride));
    onClose();
  }, [isOver]);
  return (
    <ReasonDialog
      title={`Unassign ${driver}?`}
      description={`${ride.customerName} keeps the ride. It is offered at once to all drivers who fit.`}
      label="Reason"
      hint="In the history, for staff only."
      missing="Please say why."
      max={NOTE_MAX}
      button={`Unassign ${driver}`}
      pendingLabel="Unassigning..."
      act={async (reason) => {
        isInFlight.current = true;
        const sentAtMs = Date.now();
        try {
          const freed = await call(unassignRide, { rideId: ride.id, version, reason });
          receiveReply(freed);
          offerUndo('The ride is offered again', freed, sentAtMs);
          return true;
        } catch (error) {
          const newest = await reportRideError('Not unassigned', error, ride.id);
          const isReplaced = newest !== null && newest.driverId !== asked.driverId;
          const isClosed = isChanged(error) ? isReplaced : isOvertaken(error);
          if (!isClosed && !isClientError(error) && !isRateLimited(error)) isUnsure.current = true;
          if (!isClosed) isInFlight.current = false;
          return isClosed;
        }
      }}
      onClose={onClose}
    />
  );
}

const isRateLimited = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

/** Withdraws a further charge; if it was paid, it is refunded. */
export function WithdrawDialog({ ride, charge, onClose }: RideDialogProps & { charge: Charge }) {
  const sum = formatCents(charge.amountCents);
  const isPaid = charge.status === 'paid';
  return (
    <ReasonDialog
      title={isPaid ? `Give ${sum} back?` : `Withdraw ${sum}?`}
      description={formatWithdrawal(ride, charge)}
      label="Reason"
      hint="In the history, for staff only."
      missing="Please give a reason."
      max={MAX_REASON}
      button={isPaid ? `Give ${sum} back` : `Withdraw ${sum}`}
      pendingLabel="Withdrawing..."
      act={async (reason) => {
        try {
          const body = { rideId: ride.id, chargeId: charge.id, version: ride.version, reason };
          receiveReply(await call(withdrawCharge, body));
          toast.success(isPaid ? `${sum} goes back` : `${sum} is withdrawn`);
          return true;
        } catch (error) {
          const newest = await reportRideError('Not withdrawn', error, ride.id);
          const isLeft = newest?.charges.some((each) => each.id === charge.id && isWithdrawable(each));
          return isChanged(error) ? isLeft === false : isOvertaken(error);
        }
      }}
      onClose={onClose}
    />
  );
}

/** Whether the ride has changed. The dialog then keeps what was typed if the ride still allows the action. */
const isChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'RIDE_CHANGED';

/** What withdrawing a charge means for the rider. */
function formatWithdrawal({ customerName }: StaffRide, charge: Charge): string {
  if (charge.status === 'paid') {
    return `${customerName} paid it${isLinked(charge) ? ' by link' : ''}. All of it goes back to that card.`;
  }
  if (isLinked(charge)) return `The link sent to ${customerName} stops working.`;
  return `${customerName} can no longer pay it.${isEditCharge(charge) ? ' The ride stays as it is.' : ''}`;
}
