import { useCallback, useState } from 'react';
import { formatMoment } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { cancelRide, readCancellation } from '#common/rides/by-staff-api.ts';
import type { CancelsFor } from '#common/rides/ride-money.ts';
import { SETTLED } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import { actionsFor } from './actions-for.ts';
import { CancellationSums, CancelsForField, formatOutcome, type Quotes } from './cancellation-money.tsx';
import { isGone, receiveReply, reportRideError } from './dispatch-actions.ts';
import { problemOfReason, ReasonField } from './reason-field.tsx';
import type { RideDialogProps } from './ride-text-dialogs.tsx';

interface Reading {
  quotes: Quotes;
  /** The ride version that the quotes were calculated for. */
  version: number;
}

/**
 * Cancels a ride, after showing the server's calculation of fee and refund. When the server refuses because
 * the ride has changed, what was entered stays while the ride can still be cancelled.
 */
export function CancelDialog({ ride, onClose }: RideDialogProps) {
  const { id: rideId, version } = ride;
  const now = useNow();
  const load = useCallback(
    async (signal: AbortSignal): Promise<Reading> => {
      const [operations, rider] = await Promise.all([
        call(readCancellation, { rideId, by: 'operations' }, { signal }),
        call(readCancellation, { rideId, by: 'rider' }, { signal }),
      ]);
      // Reloaded when the ride's version changes.
      return { quotes: { operations, rider }, version };
    },
    [rideId, version],
  );
  const { state, reload } = useLoaded(load);
  const [isPending, setIsPending] = useState(false);
  // The previous quotes remain while reloading, so that the form and its input stay.
  const [known, setKnown] = useState<Reading | null>(null);
  if (state.phase === 'loaded' && state.value !== known) setKnown(state.value);
  const isOver = !actionsFor(ride).includes('cancel');
  const areSumsCurrent = state.phase === 'loaded' && state.value.version === version;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Cancel and refund"
      description={`${ride.customerName}, ${formatMoment(new Date(ride.scheduledAt), now)}, ${vehicleName(ride.rideType)}`}
      widthClass="max-w-[520px]"
    >
      {state.phase === 'loading' && !known && <LoadingLine label="Calculating the sums..." />}
      {state.phase === 'failed' && !(known && isOver) && (
        <FailedState title="We couldn’t calculate the sums" text={messageOf(state.error)} onRetry={reload} />
      )}
      {known && (
        <CancelForm
          ride={ride}
          quotes={known.quotes}
          areSumsCurrent={areSumsCurrent}
          isOver={isOver}
          onReload={reload}
          onPending={setIsPending}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface CancelFormProps extends RideDialogProps {
  quotes: Quotes;
  /** False while reloading: a ride must not be cancelled with amounts that may be outdated. */
  areSumsCurrent: boolean;
  /** The ride can no longer be cancelled. */
  isOver: boolean;
  onReload: () => Promise<void>;
  onPending: (isPending: boolean) => void;
}

function CancelForm({ ride, quotes, areSumsCurrent, isOver, onReload, onPending, onClose }: CancelFormProps) {
  const [by, setBy] = useState<CancelsFor>('operations');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(problems);
  const { feeCents, toCardCents, toGiftCardCents } = quotes[by];
  const backCents = toCardCents + toGiftCardCents;
  const isFlagged = ride.paymentStatus === 'flagged';
  const areBoth = ride.order !== null && !SETTLED.includes(ride.paymentStatus);

  const { run, isPending } = useInFlight(async () => {
    setProblems(problemOfReason(reason));
    if (reason.trim() === '') return;
    onPending(true);
    try {
      const expected = { feeCents, toCardCents, toGiftCardCents };
      const { id: rideId, version } = ride;
      receiveReply(await call(cancelRide, { rideId, version, by, reason, expected }));
      const back = formatOutcome(ride, quotes[by]);
      toast.success(
        areBoth ? 'Both rides cancelled' : 'Cancelled',
        `${back} ${ride.customerName} gets an email${areBoth ? ' about each' : ''}.`,
      );
      onClose();
    } catch (error) {
      onPending(false);
      if (error instanceof ApiError && error.code === 'FEE_CHANGED') {
        toast.error('Not cancelled', 'The sums changed a moment ago. Please look again.');
        void onReload();
        return;
      }
      const newest = await reportRideError('Not cancelled', error, ride.id);
      if (newest ? !actionsFor(newest).includes('cancel') : isGone(error)) onClose();
    }
  });

  return (
    <form
      ref={form}
      noValidate
      aria-label="Cancel and refund"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {areBoth && (
        <p className="mb-4 text-pretty">
          The ride there and the ride back are one booking until they are paid: both are cancelled.
        </p>
      )}
      <CancelsForField ride={ride} quotes={quotes} by={by} onChange={setBy} />
      {!isFlagged && <CancellationSums ride={ride} quote={quotes[by]} />}
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={`${ride.customerName} reads it in the email to the address of their account.`}
        error={problems.reason}
        className="mt-4"
      />
      <DialogFooter
        leave="Keep the ride"
        isLeaveFocused
        // While our own request is pending, its event may arrive before the reply.
        refusal={isOver && !isPending ? formatOver(ride) : null}
        isPending={isPending}
        onLeave={onClose}
      >
        <Button
          type="submit"
          className={
            isPending || !areSumsCurrent ? undefined : 'border-danger! bg-danger! text-bg! hover:opacity-90'
          }
          isPending={isPending}
          isUnavailable={!areSumsCurrent}
          pendingLabel="Cancelling..."
        >
          {cancelLabel({ areBoth, isFlagged, backCents })}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** What happened to a ride that can no longer be cancelled. */
const formatOver = ({ status }: StaffRide): string =>
  status === 'in_progress' ? 'Meanwhile the ride has started.' : `Meanwhile the ride was ${status}.`;

function cancelLabel(of: { areBoth: boolean; isFlagged: boolean; backCents: number }): string {
  if (of.areBoth) return 'Cancel both rides';
  if (of.isFlagged) return 'Cancel and refund';
  return of.backCents > 0 ? `Cancel and refund ${formatCents(of.backCents)}` : 'Cancel the ride';
}
