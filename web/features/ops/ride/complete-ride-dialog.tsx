import { useState } from 'react';
import { formatCents, parseDollars } from '#common/money.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import { completeForDriver } from '#common/rides/ride-money-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { isOvertaken, receiveReply, refuse } from './dispatch-actions.ts';
import { DollarField } from './dollar-field.tsx';
import { DispatcherLimit, outcomeRows, problemOfFare, settlementInWords } from './final-fare.tsx';
import { MoneyList } from './money-list.tsx';
import { problemOfReason, ReasonField } from './reason-field.tsx';
import { momentInWords } from './ride-sentence.ts';
import type { RideDialogProps } from './ride-word-dialogs.tsx';

interface CompleteRideDialogProps extends RideDialogProps {
  /** Admins have no limit but what was paid. */
  isAdmin: boolean;
}

/** Completes a ride in progress in its driver's place, for all that it cost or less, with a reason. */
export function CompleteRideDialog({ ride, isAdmin, onClose }: CompleteRideDialogProps) {
  const now = useNow();
  const [amount, setAmount] = useState((ride.fare.fareCents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);
  const fareCents = parseDollars(amount);

  const { run, isPending } = useInFlight(async () => {
    const wrong = { ...problemOfFare(ride, fareCents, isAdmin), ...problemOfReason(reason) };
    setProblems(wrong);
    if (fareCents === null || Object.keys(wrong).length > 0) return;
    try {
      const { id: rideId, version } = ride;
      const body = { rideId, version, finalFareCents: fareCents, reason: reason.trim() };
      receiveReply(await call(completeForDriver, body));
      toast.success(`Completed for ${formatCents(fareCents)}`, 'The receipt is on its way.');
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) {
        setProblems(fieldErrors(error.issues));
        return;
      }
      await refuse('Not completed', error, ride.id);
      if (isOvertaken(error)) onClose();
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Complete the ride"
      description={progressInWords(ride, now)}
      widthClass="max-w-[560px]"
    >
      <form
        ref={form}
        noValidate
        aria-label="Complete the ride"
        aria-busy={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-[150px_1fr]">
          <DollarField
            label="Final fare"
            name="finalFareCents"
            value={amount}
            onChange={setAmount}
            error={problems.finalFareCents}
          />
          <ReasonField
            value={reason}
            onChange={setReason}
            error={problems.reason}
            hint="In the history, for staff alone."
          />
        </div>
        <MoneyList className="mt-5 mb-3" rows={outcomeRows(ride, fareCents)} />
        <p className="mb-2 text-14 text-ink-2">{settlementInWords(ride, fareCents)}</p>
        {!isAdmin && <DispatcherLimit ride={ride} />}
        <DialogFoot isPending={isPending} onLeave={onClose}>
          <Button type="submit" isPending={isPending} pendingLabel="Completing...">
            Complete for {fareCents === null ? 'final fare' : formatCents(fareCents)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** `Sam has driven ride MRQ-7K2DX since 5:02 PM. It was to end about 7:02 PM.` */
function progressInWords(ride: StaffRide, now: Date): string {
  const who = ride.driver?.firstName ?? 'Its driver';
  const startedAt = ride.history.findLast(({ change }) => change === 'in_progress')?.at;
  const since = startedAt ? ` since ${momentInWords(new Date(startedAt), now)}` : '';
  const end = expectedEnd(ride);
  const tense = end > now ? 'is' : 'was';
  return `${who} has driven ride ${ride.reference}${since}. It ${tense} to end about ${momentInWords(end, now)}.`;
}
