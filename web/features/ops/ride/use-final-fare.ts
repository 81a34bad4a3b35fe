import { useState } from 'react';
import { parseDollars } from '#common/money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
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

/** Props of a dialog in which staff decide on a final fare. */
export interface FinalFareDialogProps extends RideDialogProps {
  /** Admins may set any final fare up to the booked one; dispatchers are limited by what they may refund. */
  isAdmin: boolean;
}

interface FinalFare extends FinalFareDialogProps {
  /** What the dialog does with the ride. */
  action: RideAction;
  /** Initial value of the field, in cents. */
  firstCents: number;
  /** Whether this final fare requires a reason; null while the amount is invalid. */
  takesReason: (fareCents: number | null) => boolean;
  /** Problems of further fields. */
  otherProblems?: FieldErrors;
  /**
   * Sends the decision for the ride version with which the dialog was opened or, after a refusal because the
   * ride had changed, for its newest version.
   * @throws ApiError
   */
  send: (decision: { version: number; fareCents: number; reason: string }) => Promise<StaffRide>;
  /** Title of the toast on success. */
  formatDone: (fareCents: number) => string;
  /** Title of the toast on failure. */
  refusal: string;
}

/**
 * State of a form for a final fare and its reason: fields, validation and submission. What was typed stays
 * when the server refuses it because the ride has changed, unless the ride no longer allows the action.
 */
export function useFinalFare({
  ride,
  isAdmin,
  onClose,
  action,
  firstCents,
  takesReason,
  otherProblems,
  send,
  formatDone,
  refusal,
}: FinalFare) {
  const [version, setVersion] = useState(ride.version);
  const [amount, setAmount] = useState((firstCents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<FieldErrors>({});
  /** The server's validation errors, each until its field is edited. */
  const [answered, setAnswered] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(refused);
  const fareCents = parseDollars(amount);
  const wrong: FieldErrors = {
    ...problemOfFare(ride, fareCents, isAdmin),
    ...otherProblems,
    ...(takesReason(fareCents) && problemOfReason(reason)),
  };

  const { run, isPending } = useInFlight(async () => {
    setRefused(wrong);
    setAnswered({});
    if (fareCents === null || Object.keys(wrong).length > 0) return;
    try {
      receiveReply(await send({ version, fareCents, reason: reason.trim() }));
      toast.success(formatDone(fareCents), 'The receipt is on its way.');
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
    reason,
    setReason: (next: string) => {
      setReason(next);
      setAnswered((known) => ({ ...known, reason: undefined }));
    },
    problems: remainingErrors(refused, { ...answered, ...wrong }),
    form,
    fareCents,
    run,
    isPending,
    /** The ride no longer allows it. Not while a request is pending, whose own event may come first. */
    isOver: !isPending && !actionsFor(ride).includes(action),
  };
}
