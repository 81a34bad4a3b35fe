import { formatCents } from '#common/money.ts';
import { decideFare } from '#common/rides/by-staff-api.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { call } from '#web/lib/call.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { DollarField } from './dollar-field.tsx';
import { DispatcherLimit, outcomeRows } from './final-fare.tsx';
import { MoneyList } from './money-list.tsx';
import { ReasonField } from './reason-field.tsx';
import { type FinalFareDialogProps, useFinalFare } from './use-final-fare.ts';

/** Confirms the final fare that a driver completed a ride with, or sets another one with a reason. */
export function FareDialog({ ride, isAdmin, onClose }: FinalFareDialogProps) {
  const proposedCents = ride.fareReview?.proposedCents ?? 0;
  const isOtherThanProposed = (cents: number | null) => cents !== proposedCents;
  const { amount, setAmount, reason, setReason, problems, form, fareCents, run, isPending, isOver } =
    useFinalFare({
      ride,
      isAdmin,
      onClose,
      action: 'fare',
      firstCents: proposedCents,
      takesReason: isOtherThanProposed,
      send: (decision) =>
        call(decideFare, {
          rideId: ride.id,
          version: decision.version,
          finalFareCents: decision.fareCents,
          ...(isOtherThanProposed(decision.fareCents) && { reason: decision.reason }),
        }),
      formatDone: (cents) => `The final fare is ${formatCents(cents)}`,
      refusal: 'Not decided',
    });
  const isOther = isOtherThanProposed(fareCents);

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
        <DialogFooter
          refusal={isOver ? 'Meanwhile the final fare was decided.' : null}
          isPending={isPending}
          onLeave={onClose}
        >
          <Button type="submit" isPending={isPending} pendingLabel="Saving...">
            {isOther ? 'Set' : 'Confirm'} {fareCents === null ? 'final fare' : formatCents(fareCents)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
