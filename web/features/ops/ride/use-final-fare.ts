import { useState } from 'react';
import { formatCents, parseDollars } from '#common/money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { reduceWaiting, type Waiting } from '#common/rides/waiting.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { remainingErrors } from '../use-staff-form.ts';
import { actionsFor } from './actions-for.ts';
import { isGone, receiveReply, reportRideError } from './dispatch-actions.ts';
import { problemOfFare } from './final-fare.tsx';
import { problemOfReason } from './reason-field.tsx';
import type { RideAction } from './ride-address.ts';
import type { RideDialogProps } from './ride-text-dialogs.tsx';

/** Props of a dialog in which staff decide on a final fare and the waiting to charge. */
export interface FinalFareDialogProps extends RideDialogProps {
  /** Admins may set any final fare up to the booked one; dispatchers are limited by what they may refund. */
  isAdmin: boolean;
}

interface FinalFareDecision {
  version: number;
  finalFareCents: number;
  /** Set if they are fewer than recorded. */
  waitingMinutes?: number;
  /** Empty if none is required. */
  reason: string;
}

interface FinalFare extends FinalFareDialogProps {
  /** What the dialog does with the ride. */
  action: RideAction;
  /** Initial value of the field, in cents. */
  firstCents: number;
  /**
   * Whether this final fare, null while it is invalid, requires a reason. Fewer minutes of waiting always do.
   */
  takesReason: (fareCents: number | null) => boolean;
  /**
   * Sends the decision for the ride version with which the dialog was opened or, after a refusal because the
   * ride had changed, for its newest version.
   * @throws ApiError
   */
  send: (decision: FinalFareDecision) => Promise<StaffRide>;
  /** Title of the toast on success, with the final fare and waiting that the reply says were charged. */
  formatDone: (finalFare: string) => string;
  /** Title of the toast on failure. */
  refusal: string;
}

/**
 * State of a form for a final fare, the waiting to charge, and the reason: fields, validation and submission.
 * What was typed stays when the server refuses it because the ride has changed, unless the ride no longer
 * allows the action.
 */
export function useFinalFare({
  ride,
  isAdmin,
  onClose,
  action,
  firstCents,
  takesReason,
  send,
  formatDone,
  refusal,
}: FinalFare) {
  const [version, setVersion] = useState(ride.version);
  const [amount, setAmount] = useState((firstCents / 100).toFixed(2));
  const { waiting } = ride;
  const [minutes, setMinutes] = useState<number | null>(waiting?.minutes ?? 0);
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<FieldErrors>({});
  /** The server's validation errors, each until its field is edited. */
  const [answered, setAnswered] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(refused);
  const fareCents = parseDollars(amount);
  const isReduced = waiting !== null && minutes !== waiting.minutes;
  const needsReason = isReduced || takesReason(fareCents);
  const wrong: FieldErrors = {
    ...problemOfFare(ride, fareCents, isAdmin),
    ...(waiting && problemOfWaiting(waiting, minutes)),
    ...(needsReason && problemOfReason(reason)),
  };

  const { run, isPending } = useInFlight(async () => {
    setRefused(wrong);
    setAnswered({});
    if (fareCents === null || Object.keys(wrong).length > 0) return;
    try {
      const decided = await send({
        version,
        finalFareCents: fareCents,
        ...(isReduced && minutes !== null && { waitingMinutes: minutes }),
        reason: needsReason ? reason.trim() : '',
      });
      receiveReply(decided);
      toast.success(formatDone(formatCharged(decided)), 'The receipt is on its way.');
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) {
        const issues = fieldErrors(error.issues);
        setRefused(issues);
        setAnswered(issues);
        return;
      }
      const newest = await reportRideError(refusal, error, ride.id);
      if (newest) setVersion(newest.version);
      if (newest ? !actionsFor(newest).includes(action) : isGone(error)) onClose();
    }
  });

  return {
    amount,
    setAmount: (next: string) => {
      setAmount(next);
      setAnswered((known) => ({ ...known, finalFareCents: undefined }));
    },
    minutes,
    setMinutes: (next: number | null) => {
      setMinutes(next);
      setAnswered((known) => ({ ...known, waitingMinutes: undefined }));
    },
    reason,
    setReason: (next: string) => {
      setReason(next);
      setAnswered((known) => ({ ...known, reason: undefined }));
    },
    needsReason,
    problems: remainingErrors(refused, { ...answered, ...wrong }),
    form,
    fareCents,
    /** The ride with the waiting to charge. */
    charged: {
      ...ride,
      waiting: waiting && minutes !== null ? reduceWaiting(waiting, minutes) : waiting,
    },
    run,
    isPending,
    /** The ride no longer allows it. Not while a request is pending, whose own event may come first. */
    isOver: !isPending && !actionsFor(ride).includes(action),
  };
}

const problemOfWaiting = (waiting: Waiting, minutes: number | null): FieldErrors =>
  minutes !== null && Number.isInteger(minutes) && minutes >= 0 && minutes <= waiting.minutes
    ? {}
    : { waitingMinutes: `Please enter whole minutes, up to ${waiting.minutes}.` };

/** `$60.00`, `$60.00, with 10 minutes of waiting`. */
const formatCharged = ({ actualFareCents, waiting }: StaffRide): string =>
  `${formatCents(actualFareCents ?? 0)}${waiting ? `, with ${formatWaitedMinutes(waiting)} of waiting` : ''}`;
