import { type SubmitEvent, useState } from 'react';
import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { editRide } from '../api/edit-actions.ts';
import { readRiderRide } from '../api/ride-actions.ts';
import { changesIn, type EditDraft, earlyErrors, editedDraft } from './edit-draft.ts';
import { EditFare, editResult } from './edit-fare-table.tsx';
import { DetailFields, RouteFields, TripFields } from './edit-fields.tsx';
import { useEditQuote } from './use-edit-quote.ts';

interface EditRideDialogProps {
  ride: RiderRide;
  onClose: () => void;
  /** The change holds once this charge is paid. */
  onDue: (chargeId: string) => void;
}

/** Changes a ride that is paid for: anything until a driver accepts, then who rides, the flight and the requests. */
export function EditRideDialog({ ride, onClose, onDue }: EditRideDialogProps) {
  // What was typed is kept apart from the ride, so that a change of it by somebody else is not typed over.
  const [typed, setTyped] = useState<Partial<EditDraft>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState<object | null>(null);
  const form = useFocusFirstInvalid(attempt ?? NONE);
  const isOpen = ride.status === 'requested';
  const draft = editedDraft(ride, typed);
  const { changes, errors } = changesIn(ride, draft);
  const isValid = Object.keys(errors).length === 0;
  const { cost, reload } = useEditQuote(ride.id, isValid ? changes : null, ride.version);
  const hasChanges = !isValid || Object.keys(changes).length > 0;
  const quote = isValid ? cost.quote : null;
  const refused = isValid && cost.phase === 'refused' ? cost : null;

  const { run, isPending } = useInFlight(async () => {
    if (!isValid) return setAttempt({});
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
    if (hasChanges) void run();
  };
  const fields = {
    ride,
    draft,
    errors: { ...(attempt ? errors : earlyErrors(errors, draft)), ...refused?.errors },
    onEdit: (change: Partial<EditDraft>) => setTyped((before) => ({ ...before, ...change })),
  };
  const dueCents = quote?.dueCents ?? 0;
  const isFieldsFault = Object.keys(refused?.errors ?? {}).length > 0;
  const refusal = problem ?? (isFieldsFault ? null : refused?.reason);
  const handleRetry = () => {
    setProblem(null);
    reload();
  };

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
        ref={form}
        noValidate
        onSubmit={handleSubmit}
        aria-busy={isPending}
        className={
          isOpen
            ? 'grid items-start gap-8 lg:grid-cols-[minmax(0,520fr)_minmax(0,360fr)] lg:gap-12'
            : 'grid gap-6'
        }
      >
        <div className="grid gap-5">
          {isOpen && <RouteFields {...fields} />}
          {isOpen && <TripFields {...fields} />}
          <DetailFields {...fields} />
        </div>
        <div className="grid gap-5 lg:sticky lg:top-6">
          {isOpen && (
            <div className="rounded-card border border-line bg-bg p-5 sm:p-6">
              {quote ? (
                <EditFare ride={ride} quote={quote} />
              ) : (
                <CostOnItsWay isAsked={isValid && !refused} />
              )}
            </div>
          )}
          {!isOpen && quote && <p aria-live="polite">{editResult(ride, quote)}</p>}
          {refusal && (
            <div role="alert" className="rounded-field border border-danger p-4 text-14">
              <p>{refusal}</p>
              {refused && !refused.isFinal && (
                <Button variant="outline" className="mt-3" onClick={handleRetry}>
                  Try again
                </Button>
              )}
            </div>
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
              isUnavailable={!hasChanges || (isValid && cost.phase !== 'ready')}
            >
              {dueCents > 0 ? `Pay ${formatCents(dueCents)}` : 'Save changes'}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

const NONE = {};

const CostOnItsWay = ({ isAsked }: { isAsked: boolean }) =>
  isAsked ? (
    <LoadingLine label="Asking for the fare..." />
  ) : (
    <p className="text-14 text-ink-2">The fare is calculated once the fields are filled in.</p>
  );
