import { formatMoment } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { completeForDriver } from '#common/rides/by-staff-api.ts';
import { expectedEnd } from '#common/rides/punctuality.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { call } from '#web/lib/call.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { DispatcherLimit, formatSettlement, outcomeRows } from './final-fare.tsx';
import { FinalFareFields } from './final-fare-fields.tsx';
import { MoneyList } from './money-list.tsx';
import { type FinalFareDialogProps, useFinalFare } from './use-final-fare.ts';

/** Completes a ride in progress on behalf of its driver, for the full fare or less, with a reason. */
export function CompleteRideDialog({ ride, isAdmin, onClose }: FinalFareDialogProps) {
  const now = useNow();
  const fields = useFinalFare({
    ride,
    isAdmin,
    onClose,
    action: 'complete',
    firstCents: ride.fare.fareCents,
    takesReason: () => true,
    send: (decision) => call(completeForDriver, { rideId: ride.id, ...decision }),
    formatDone: (finalFare) => `Completed for ${finalFare}`,
    refusal: 'Not completed',
  });
  const { form, fareCents, charged, run, isPending, isOver } = fields;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Complete the ride"
      description={formatProgress(ride, now)}
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
        <FinalFareFields ride={ride} fields={fields} hint="In the history, for staff only." />
        <MoneyList className="mt-5 mb-3" rows={outcomeRows(charged, fareCents)} />
        <p className="mb-2 text-14 text-ink-2">{formatSettlement(charged, fareCents)}</p>
        {!isAdmin && <DispatcherLimit ride={ride} />}
        <DialogFooter
          refusal={isOver ? 'Meanwhile the ride was completed.' : null}
          isPending={isPending}
          onLeave={onClose}
        >
          <Button type="submit" isPending={isPending} pendingLabel="Completing...">
            {fareCents === null ? 'Complete' : `Complete for ${formatCents(fareCents)}`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** `Sam has been driving ride MRQ-7K2DX since 5:02 PM. It was due to end about 7:02 PM.` */
function formatProgress(ride: StaffRide, now: Date): string {
  const who = ride.driver?.firstName ?? 'Its driver';
  const startedAt = ride.history.findLast(({ change }) => change === 'in_progress')?.at;
  const since = startedAt ? ` since ${formatMoment(new Date(startedAt), now)}` : '';
  const end = expectedEnd(ride);
  const tense = end > now ? 'is' : 'was';
  return `${who} has been driving ride ${ride.reference}${since}. It ${tense} due to end about ${formatMoment(end, now)}.`;
}
