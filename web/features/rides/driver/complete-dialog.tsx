import { useCallback, useEffect, useRef, useState } from 'react';
import { HOURS_STEP } from '#common/fares/fare-choices.ts';
import { hoursText } from '#common/fares/quote-fare.ts';
import { type Cents, formatCents, parseDollars, toDollarString } from '#common/money.ts';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { RIDE_STATES } from '#common/rides/ride-states.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { readCompletion } from '../api/driver-actions.ts';
import { completionSums, fareForUsed } from './completion-sums.ts';

const COMPLETE = RIDE_STATES.completed.action;

interface CompleteDialogProps {
  ride: DriverRide;
  isPending: boolean;
  onClose: () => void;
  /** Completes the ride for a final fare in dollars, such as `$116.78`. */
  onComplete: (actualFare: string) => void;
}

/** Lets a driver choose the hours used and the final fare, and shows the refund. */
export function CompleteDialog({ ride, isPending, onClose, onComplete }: CompleteDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has a new quote
  const load = useCallback((signal: AbortSignal) => readCompletion(ride.id, signal), [ride.id, ride.version]);
  const { state, reload } = useLoaded(load);
  const [shown, setShown] = useState<CompletionQuote | null>(null);
  if (state.phase === 'loaded' && state.value !== shown) setShown(state.value);
  // Kept here, so that the driver's choice survives a failed reload.
  const [choice, setChoice] = useState<Choice>({});
  const booked = ride.hours === null ? '' : `, ${hoursText(ride.hours)} booked`;
  return (
    <Dialog
      isOpen
      isClosable={!isPending}
      onClose={onClose}
      title="Complete this ride?"
      description={`${vehicleName(ride.rideType)}${ride.customer ? ` for ${ride.customer.name}` : ''}${booked}`}
    >
      {state.phase === 'loading' && !shown && <LoadingLine label="Getting the fare..." />}
      {state.phase === 'failed' && (
        <FailedState title="We couldn't calculate the fare" text={messageOf(state.error)} onRetry={reload} />
      )}
      {state.phase !== 'failed' && shown && (
        <CompleteForm
          quote={shown}
          isRenewing={state.phase === 'loading'}
          choice={choice}
          onChoose={(change) => setChoice((before) => ({ ...before, ...change }))}
          isPending={isPending}
          onClose={onClose}
          onComplete={onComplete}
        />
      )}
    </Dialog>
  );
}

/** The driver's own input. Where absent, the server's quote applies. */
interface Choice {
  /** Null while the input is not a number. */
  hours?: number | null;
  /** The final fare as typed. */
  typed?: string;
}

interface CompleteFormProps extends Omit<CompleteDialogProps, 'ride'> {
  quote: CompletionQuote;
  /** The ride has changed, and its new quote is loading. */
  isRenewing: boolean;
  choice: Choice;
  onChoose: (change: Choice) => void;
}

function CompleteForm({
  quote,
  isRenewing,
  choice,
  onChoose,
  isPending,
  onClose,
  onComplete,
}: CompleteFormProps) {
  const { hours = quote.usedHours, typed = null } = choice;
  const suggested = fareForUsed(quote, hours);
  const finalFare = typed === null ? suggested : parseDollars(typed);
  const isTooMuch = finalFare !== null && finalFare > quote.fareCents;
  // The form appears after the dialog, which could focus only its close button. Never focus the irreversible
  // action. On a phone, focusing the field would open a keyboard over the amounts.
  const form = useRef<HTMLDivElement>(null);
  const isTyped = useMediaQuery('(pointer: fine)') && quote.usedHours !== null;
  useEffect(() => {
    if (isTyped) form.current?.querySelector('input')?.focus();
  }, [isTyped]);
  const sums = finalFare === null || isTooMuch ? null : completionSums(quote, finalFare);

  return (
    <div ref={form} className="grid gap-5" aria-busy={isRenewing}>
      {quote.usedHours !== null && (
        <Field
          label="Hours used"
          hint="Since the start, half hours count."
          error={
            suggested === null ? `Please enter half hours, up to ${quote.byHours.length * HOURS_STEP}.` : null
          }
        >
          {(control) => (
            <Stepper
              control={control}
              value={hours}
              onChange={(value) => onChoose({ hours: value })}
              min={HOURS_STEP}
              max={quote.byHours.length * HOURS_STEP}
              step={HOURS_STEP}
              unit="hours"
            />
          )}
        </Field>
      )}
      {typed !== null && (
        <Field
          label="Final fare"
          error={isTooMuch ? `Please enter ${formatCents(quote.fareCents)} or less.` : null}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              value={typed}
              onChange={(event) => onChoose({ typed: event.target.value })}
            />
          )}
        </Field>
      )}
      <dl className="grid gap-3 border-line border-t pt-5">
        <Line label={quote.isOnAccount ? 'On account' : 'Paid'} cents={quote.paidCents} />
        {finalFare !== null && <Line label="Final fare" cents={finalFare} />}
        {quote.waitingCents > 0 && <Line label="Waiting" cents={quote.waitingCents} />}
      </dl>
      {typed === null && (
        <button
          type="button"
          className="-my-3 min-h-11 justify-self-start text-14 font-semibold text-gold-ink underline-offset-4 hover:underline"
          onClick={() => onChoose({ typed: ((suggested ?? quote.fareCents) / 100).toFixed(2) })}
        >
          Other amount
        </button>
      )}
      {sums?.isReviewed && (
        <p className="border-line border-t pt-5 text-14" role="status">
          {sums.isShort ? 'That is less than half of what was paid' : 'You waited for half an hour or more'},
          so dispatch checks it first. The refund and your share follow.
        </p>
      )}
      {sums && !sums.isReviewed && (
        <dl className="grid gap-2 border-line border-t pt-5">
          {sums.backCents > 0 && (
            <div className="flex items-baseline justify-between gap-4">
              <dt className="font-medium">The rider gets back</dt>
              <dd className="figures text-28 leading-tight">{formatCents(sums.backCents)}</dd>
            </div>
          )}
          <div className="flex justify-between gap-4 text-14">
            <dt className="text-ink-2">Your share</dt>
            <dd className="figures text-gold-ink">{formatCents(sums.shareCents)}</dd>
          </div>
        </dl>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size={48} autoFocus={!isTyped} isUnavailable={isPending} onClick={onClose}>
          Not yet
        </Button>
        <Button
          size={48}
          isPending={isPending}
          pendingLabel={COMPLETE?.pendingLabel}
          isUnavailable={sums === null || isRenewing}
          onClick={() => finalFare !== null && onComplete(toDollarString(finalFare))}
        >
          {COMPLETE?.label}
        </Button>
      </div>
    </div>
  );
}

const Line = ({ label, cents }: { label: string; cents: Cents }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-ink-2">{label}</dt>
    <dd className="figures font-normal">{formatCents(cents)}</dd>
  </div>
);
