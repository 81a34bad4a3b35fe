import { useState } from 'react';
import { formatCents, parseDollars } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { decideFare } from '#common/rides/ride-money-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { isOvertaken, receiveReply, refuse } from './dispatch-actions.ts';
import { DollarField } from './dollar-field.tsx';
import { DispatcherLimit, outcomeRows, problemOfFare } from './final-fare.tsx';
import { MoneyList } from './money-list.tsx';
import { problemOfReason, ReasonField } from './reason-field.tsx';
import type { RideDialogProps } from './ride-word-dialogs.tsx';

interface FareDialogProps extends RideDialogProps {
  /** Admins have no limit but what was paid. */
  isAdmin: boolean;
}

/** Confirms the final fare that a driver completed a ride for, or sets another, with a reason. */
export function FareDialog({ ride, isAdmin, onClose }: FareDialogProps) {
  const proposedCents = ride.fareReview?.proposedCents ?? 0;
  const [amount, setAmount] = useState((proposedCents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);
  const fareCents = parseDollars(amount);
  const isOther = fareCents !== proposedCents;

  const { run, isPending } = useInFlight(async () => {
    const wrong = { ...problemOfFare(ride, fareCents, isAdmin), ...(isOther && problemOfReason(reason)) };
    setProblems(wrong);
    if (fareCents === null || Object.keys(wrong).length > 0) return;
    try {
      const decided = await call(decideFare, {
        rideId: ride.id,
        version: ride.version,
        finalFareCents: fareCents,
        ...(isOther && { reason: reason.trim() }),
      });
      receiveReply(decided);
      toast.success(`The final fare is ${formatCents(fareCents)}`, 'The receipt is on its way.');
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) {
        setProblems(fieldErrors(error.issues));
        return;
      }
      await refuse('Not decided', error, ride.id);
      if (isOvertaken(error)) onClose();
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Decide the final fare"
      description={`${ride.driver?.firstName ?? 'The driver'} completed ride ${ride.reference} for ${formatCents(proposedCents)} of ${formatCents(feeBaseCents(ride))}.`}
      widthClass="max-w-[560px]"
    >
      <form
        ref={form}
        noValidate
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
          {isOther && <ReasonField value={reason} onChange={setReason} error={problems.reason} />}
        </div>
        <MoneyList className="my-5" rows={outcomeRows(ride, fareCents)} />
        {!isAdmin && <DispatcherLimit ride={ride} />}
        <DialogFoot isPending={isPending} onLeave={onClose}>
          <Button type="submit" isPending={isPending} pendingLabel="Saving...">
            {isOther ? 'Set' : 'Confirm'} {fareCents === null ? 'final fare' : formatCents(fareCents)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
