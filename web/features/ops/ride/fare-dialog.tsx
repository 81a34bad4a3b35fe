import { formatCents } from '#common/money.ts';
import { decideFare } from '#common/rides/by-staff-api.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { call } from '#web/lib/call.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { DispatcherLimit, outcomeRows } from './final-fare.tsx';
import { FinalFareFields } from './final-fare-fields.tsx';
import { MoneyList } from './money-list.tsx';
import { type FinalFareDialogProps, useFinalFare } from './use-final-fare.ts';

/**
 * Confirms the final fare and the waiting that a driver completed a ride with, or sets others with a reason.
 */
export function FareDialog({ ride, isAdmin, onClose }: FinalFareDialogProps) {
  const proposedCents = ride.fareReview?.proposedCents ?? 0;
  const fields = useFinalFare({
    ride,
    isAdmin,
    onClose,
    action: 'fare',
    firstCents: proposedCents,
    takesReason: (cents) => cents !== proposedCents,
    send: ({ reason, ...decision }) =>
      call(decideFare, { rideId: ride.id, ...decision, ...(reason !== '' && { reason }) }),
    formatDone: (finalFare) => `The final fare is ${finalFare}`,
    refusal: 'Not decided',
  });
  const { needsReason, form, fareCents, charged, run, isPending, isOver } = fields;
  const waited = ride.waiting ? `, with ${formatWaitedMinutes(ride.waiting)} of waiting` : '';

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Decide the final fare"
      description={`${ride.driver?.firstName ?? 'The driver'} completed ride ${ride.reference} for ${formatCents(proposedCents)} of ${formatCents(feeBaseCents(ride))}${waited}.`}
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
        <FinalFareFields ride={ride} fields={fields} />
        <MoneyList className="my-5" rows={outcomeRows(charged, fareCents)} />
        {!isAdmin && <DispatcherLimit ride={ride} />}
        <DialogFooter
          refusal={isOver ? 'Meanwhile the final fare was decided.' : null}
          isPending={isPending}
          onLeave={onClose}
        >
          <Button type="submit" isPending={isPending} pendingLabel="Saving...">
            {needsReason ? 'Set' : 'Confirm'} {fareCents === null ? 'final fare' : formatCents(fareCents)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
