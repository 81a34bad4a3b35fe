import { useEffect, useRef, useState } from 'react';
import { formatCents } from '#common/money.ts';
import { withdrawCharge } from '#common/rides/by-staff-api.ts';
import { NOTE_MAX, noteRide, unassignRide } from '#common/rides/dispatch-api.ts';
import { MAX_REASON } from '#common/rides/reason.ts';
import { type Charge, formatWithdrawn, isEditCharge, wasPaid } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { useBoardStore } from '../board/board-store.ts';
import { sendOnce } from '../send-once.ts';
import {
  formatLeft,
  isOvertaken,
  offerUndo,
  receiveReply,
  reportRideError,
  sendUndoable,
} from './dispatch-actions.ts';
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
        const note = { rideId: ride.id, text };
        receiveReply(await sendOnce(note, (idempotencyKey) => call(noteRide, note, { idempotencyKey })));
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

/** A command without an answer, which may have been made. */
interface Unanswered {
  version: number;
  /** The text of its line in the history. */
  text: string;
}

/** Whether an error leaves open whether the command was made. */
const isUnsure = (error: unknown): boolean =>
  !isClientError(error) && !(error instanceof ApiError && error.status === 429);

/** Finds the first command without an answer that the history shows as made; undefined if none was. */
const findMade = <Sent extends Unanswered>({ history }: StaffRide, sent: readonly Sent[]): Sent | undefined =>
  sent.find((each) =>
    history.some(({ version, text }) => version === each.version + 1 && text === each.text),
  );

/** The ride as the board knows it now. An event may have changed it while a command was in flight. */
const newestOf = (ride: StaffRide): StaffRide => useBoardStore.getState().rides[ride.id] ?? ride;

/**
 * Unassigns the driver with a reason, so that the ride is offered again. If the ride has another driver
 * meanwhile, the version at opening is sent, and the server rejects it. If the driver gives the ride back or
 * begins it, or a command without an answer turns out to be made, the dialog closes and says so.
 */
export function UnassignDialog({ ride, onClose }: RideDialogProps) {
  const [asked] = useState(ride);
  const { version } = ride.driverId === asked.driverId ? ride : asked;
  const driver = asked.driver?.firstName ?? 'the driver';
  // A request in flight reports its outcome itself.
  const isInFlight = useRef(false);
  const unanswered = useRef<(Unanswered & { sentAtMs: number })[]>([]);
  /** Reports a command without an answer if it was made and nobody has the ride since. */
  const reportMade = (newest: StaffRide): boolean => {
    const made = newest.status === 'requested' && findMade(newest, unanswered.current);
    if (made) offerUndo(OFFERED_AGAIN, newest, made);
    return Boolean(made);
  };
  const isOver = ride.status !== 'accepted';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isOver) return;
    const isReported = isInFlight.current || reportMade(ride);
    if (!isReported) toast.error('Not unassigned', formatLeft(ride));
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
        const command = { rideId: ride.id, version, reason };
        const sent = { version, text: reason, sentAtMs: Date.now() };
        try {
          await sendUndoable(OFFERED_AGAIN, command, () => call(unassignRide, command));
          return true;
        } catch (error) {
          if (isUnsure(error)) unanswered.current.push(sent);
          if (reportMade(newestOf(ride))) return true;
          const newest = await reportRideError('Not unassigned', error, ride.id);
          const isReplaced = newest !== null && newest.driverId !== asked.driverId;
          const isClosed = isChanged(error) ? isReplaced : isOvertaken(error);
          if (!isClosed) isInFlight.current = false;
          return isClosed;
        }
      }}
      onClose={onClose}
    />
  );
}

const OFFERED_AGAIN = 'The ride is offered again';

/**
 * Withdraws a further charge; if it was paid, it is refunded. If a command without an answer turns out to be
 * made, the dialog closes and says so.
 */
export function WithdrawDialog({ ride, charge, onClose }: RideDialogProps & { charge: Charge }) {
  const sum = formatCents(charge.amountCents);
  const isPaid = wasPaid(charge);
  // A request in flight reports its outcome itself.
  const isInFlight = useRef(false);
  const unanswered = useRef<Unanswered[]>([]);
  const reportDone = () => toast.success(isPaid ? `${sum} goes back` : `${sum} is withdrawn`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version
  useEffect(() => {
    if (isInFlight.current || !findMade(ride, unanswered.current)) return;
    reportDone();
    onClose();
  }, [ride.version]);
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
        isInFlight.current = true;
        const { id: rideId, version } = ride;
        const sent = { version, text: formatWithdrawn(charge, reason) };
        try {
          receiveReply(await call(withdrawCharge, { rideId, chargeId: charge.id, version, reason }));
          reportDone();
          return true;
        } catch (error) {
          if (isUnsure(error)) unanswered.current.push(sent);
          if (findMade(newestOf(ride), unanswered.current)) {
            reportDone();
            return true;
          }
          isInFlight.current = false;
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
