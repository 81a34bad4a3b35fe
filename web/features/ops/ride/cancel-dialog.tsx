import clsx from 'clsx';
import { useCallback, useId, useState } from 'react';
import { formatMoment } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { cancelRide, readCancellation } from '#common/rides/by-staff-api.ts';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
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
import { isGone, receiveReply, reportRideError } from './dispatch-actions.ts';
import { MoneyList, MoneyTotal } from './money-list.tsx';
import { refundTargets } from './money-rows.ts';
import { problemOfReason, ReasonField } from './reason-field.tsx';
import type { RideDialogProps } from './ride-text-dialogs.tsx';

/** The cancellation quotes for either party that cancels. */
type Quotes = Record<CancelsFor, CancellationQuote>;

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
  const isOnAccount = ride.paymentStatus === 'on_account';
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
      {!isFlagged && (
        <>
          <MoneyList
            className="mt-5 mb-3"
            rows={[
              ...(isOnAccount
                ? [
                    { label: 'On account', cents: ride.fare.fareCents },
                    { label: 'Fee, billed later', cents: feeCents },
                  ]
                : [
                    { label: 'Paid', cents: backCents + feeCents },
                    { label: 'Fee kept', cents: feeCents },
                  ]),
              ...refundTargets(ride, { toCardCents, toGiftCardCents }),
            ]}
          />
          {(!isOnAccount || backCents > 0) && <MoneyTotal label="Goes back in all" cents={backCents} />}
        </>
      )}
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

interface CancelsForFieldProps {
  ride: StaffRide;
  quotes: Quotes;
  by: CancelsFor;
  onChange: (by: CancelsFor) => void;
}

/** Choice of the party that cancels, each with the resulting refund. */
function CancelsForField({ ride, quotes, by, onChange }: CancelsForFieldProps) {
  const name = useId();
  const now = useNow();
  const choices = [
    { value: 'operations', label: 'We call it off' },
    { value: 'rider', label: 'The rider calls it off' },
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Who calls it off</legend>
      {choices.map(({ value, label }) => {
        const quote = quotes[value];
        return (
          <label
            key={value}
            className={clsx(
              'flex gap-3 rounded-field border px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-gold-ink has-focus-visible:outline-offset-2',
              value === by ? 'border-gold shadow-[0_0_0_1px_var(--gold)]' : 'border-control',
            )}
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-4 accent-[var(--gold-ink)]"
              checked={value === by}
              onChange={() => onChange(value)}
            />
            <span className="flex-1 leading-snug">
              <span className="block font-medium">{label}</span>
              <span className="block text-14 text-ink-2">{formatFee(quote, ride, now)}</span>
            </span>
            {ride.paymentStatus !== 'flagged' && ride.paymentStatus !== 'on_account' && (
              <span className="figures font-medium">
                {formatCents(quote.toCardCents + quote.toGiftCardCents)}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

/** For a flagged payment, which differs from the one expected: only Stripe knows its amount. */
const ALL_GOES_BACK = 'Everything paid goes back.';

/** What stays on the account, and what goes back of paid charges, if anything. */
const formatAccount = ({ feeCents, toCardCents, toGiftCardCents }: CancellationQuote): string =>
  [
    feeCents > 0 ? `${formatCents(feeCents)} stays on the account.` : 'Nothing stays on the account.',
    toCardCents + toGiftCardCents > 0 && `${formatCents(toCardCents + toGiftCardCents)} goes back.`,
  ]
    .filter(Boolean)
    .join(' ');

/** What became of the money of a cancelled ride. */
function formatOutcome({ paymentStatus }: StaffRide, quote: CancellationQuote): string {
  if (paymentStatus === 'flagged') return ALL_GOES_BACK;
  if (paymentStatus === 'on_account') return formatAccount(quote);
  return `${formatCents(quote.toCardCents + quote.toGiftCardCents)} goes back.`;
}

/** The fee that is kept, or until when cancelling is free. */
function formatFee(quote: CancellationQuote, ride: StaffRide, now: Date): string {
  const { feeCents, toCardCents, toGiftCardCents, freeUntil } = quote;
  if (ride.paymentStatus === 'pending') return 'Nothing paid yet.';
  if (ride.paymentStatus === 'flagged') return ALL_GOES_BACK;
  const free = freeUntil ? ` Free until ${formatMoment(new Date(freeUntil), now)}.` : '';
  if (ride.paymentStatus === 'on_account') return formatAccount(quote) + free;
  if (feeCents > 0) return `${formatCents(feeCents)} is kept.`;
  if (toCardCents + toGiftCardCents === 0) return 'There is nothing to refund.';
  return `All of it goes back.${free}`;
}
