import { type SubmitEvent, useState } from 'react';
import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { editRide } from '../api/edit-actions.ts';
import { readRiderRide } from '../api/ride-actions.ts';
import { changesIn, draftOf } from './edit-draft.ts';
import { EditFareTable, editResult } from './edit-fare-table.tsx';
import { DetailFields, TripFields } from './edit-fields.tsx';
import { useEditQuote } from './use-edit-quote.ts';

interface EditRideDialogProps {
  ride: RiderRide;
  onClose: () => void;
  /** The change holds once this charge is paid. */
  onDue: (chargeId: string) => void;
}

/** Changes a ride that is paid for: anything until a driver accepts, then who rides, the flight and the requests. */
export function EditRideDialog({ ride, onClose, onDue }: EditRideDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(ride));
  const [problem, setProblem] = useState<string | null>(null);
  const now = useNow();
  const isOpen = ride.status === 'requested';
  const { changes, errors } = changesIn(ride, draft);
  const isValid = Object.keys(errors).length === 0;
  const cost = useEditQuote(ride.id, isValid ? changes : null, ride.version);
  const hasChanges = Object.keys(changes).length > 0;

  const { run, isPending } = useInFlight(async () => {
    if (cost.phase !== 'ready') return;
    setProblem(null);
    const { version, fare } = cost.quote;
    try {
      const edit = { rideId: ride.id, version, changes, expectedFareCents: fare.fareCents };
      const chargeId = await editRide(edit);
      if (chargeId) return onDue(chargeId);
      toast.success('Ride changed', editResult(ride, cost.quote));
      onClose();
    } catch (error) {
      setProblem(messageOf(error, 'The server didn’t answer. Your ride stays as it was.'));
      if (error instanceof ApiError && error.status === 409) await readRiderRide(ride.id).catch(() => null);
    }
  });

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (hasChanges && isValid) void run();
  };
  const fields = {
    ride,
    draft,
    errors,
    onEdit: (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change })),
  };
  const dueCents = cost.quote?.dueCents ?? 0;
  const refusal = problem ?? (cost.phase === 'refused' ? cost.reason : null);

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Edit this ride"
      description={
        isOpen
          ? 'Everything can change until a driver accepts. You pay or get back the difference in fare.'
          : `${ride.driver?.firstName ?? 'Your driver'} has planned for the time and the places. To change them, cancel and book again.`
      }
      widthClass={isOpen ? 'max-w-[992px]' : 'max-w-[560px]'}
    >
      <form
        onSubmit={handleSubmit}
        aria-busy={isPending}
        className={
          isOpen
            ? 'grid items-start gap-8 lg:grid-cols-[minmax(0,520fr)_minmax(0,360fr)] lg:gap-12'
            : 'grid gap-6'
        }
      >
        <div className="grid gap-5">
          {isOpen && <TripFields {...fields} now={now} />}
          <DetailFields {...fields} />
        </div>
        <div className="grid gap-5">
          {isOpen && cost.quote && (
            <div className="rounded-card border border-line bg-sunken p-5 sm:p-6">
              <EditFareTable ride={ride} quote={cost.quote} />
            </div>
          )}
          {cost.phase === 'loading' && !cost.quote && isValid && (
            <LoadingLine label="Asking for the fare..." />
          )}
          {cost.quote && (
            <p className="figures text-22 leading-snug" aria-live="polite">
              {editResult(ride, cost.quote)}
            </p>
          )}
          {refusal && (
            <p role="alert" className="rounded-field border border-danger p-4 text-14">
              {refusal}
            </p>
          )}
          {dueCents > 0 && (
            <p className="text-14 text-ink-2">
              Your ride stays as it was until this is paid. The change is held for 30 minutes.
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" size={48} isUnavailable={isPending} onClick={onClose}>
              Keep as it was
            </Button>
            <Button
              type="submit"
              size={48}
              isPending={isPending}
              pendingLabel="Saving..."
              isUnavailable={!hasChanges || !isValid || cost.phase !== 'ready'}
            >
              {dueCents > 0 ? `Pay ${formatCents(dueCents)}` : 'Save changes'}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
