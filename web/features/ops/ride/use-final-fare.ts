import { useState } from 'react';
import { parseDollars } from '#common/money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { isOvertaken, receiveReply, refuse } from './dispatch-actions.ts';
import { problemOfFare } from './final-fare.tsx';
import { problemOfReason } from './reason-field.tsx';
import type { RideDialogProps } from './ride-word-dialogs.tsx';

/** A dialog in which staff decide on the final fare of a ride. */
export interface FinalFareDialogProps extends RideDialogProps {
  /** Admins have no limit but what was paid. */
  isAdmin: boolean;
}

interface FinalFare extends FinalFareDialogProps {
  /** What the field begins with, in cents. */
  firstCents: number;
  /** Whether this final fare takes a reason; null while none can be read. */
  takesReason: (fareCents: number | null) => boolean;
  /** Sends it, about the version of the ride that the dialog was opened on. @throws ApiError */
  send: (decision: { version: number; fareCents: number; reason: string }) => Promise<StaffRide>;
  /** Said once it is sent. */
  doneInWords: (fareCents: number) => string;
  /** Said when it was refused. */
  refusal: string;
}

/** The fields of a final fare and its reason, what is wrong with them, and sending them once. */
export function useFinalFare({
  ride,
  isAdmin,
  onClose,
  firstCents,
  takesReason,
  send,
  doneInWords,
  refusal,
}: FinalFare) {
  const [version] = useState(ride.version);
  const [amount, setAmount] = useState((firstCents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);
  const fareCents = parseDollars(amount);

  const { run, isPending } = useInFlight(async () => {
    const wrong = {
      ...problemOfFare(ride, fareCents, isAdmin),
      ...(takesReason(fareCents) && problemOfReason(reason)),
    };
    setProblems(wrong);
    if (fareCents === null || Object.keys(wrong).length > 0) return;
    try {
      receiveReply(await send({ version, fareCents, reason: reason.trim() }));
      toast.success(doneInWords(fareCents), 'The receipt is on its way.');
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) {
        setProblems(fieldErrors(error.issues));
        return;
      }
      await refuse(refusal, error, ride.id);
      if (isOvertaken(error)) onClose();
    }
  });

  return { amount, setAmount, reason, setReason, problems, form, fareCents, run, isPending };
}
