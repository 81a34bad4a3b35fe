import { CircleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import { MAX_REASON } from '#common/rides/reason.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { colorOf } from '#common/vehicles/vehicle.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { COMPANY } from '#web/content/company.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { messageOf, NO_ANSWER } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { cancelOwnRide, isRideChangedError, reloadRide } from './cancel-own-ride.ts';
import { meterStages, RefundMeter } from './refund-meter.tsx';
import { refundOnItsWay, refundResult } from './refund-result.ts';
import { formatTooLate, TooLateNotice } from './too-late-to-cancel.tsx';
import { useCancellationQuote } from './use-cancellation-quote.ts';

interface CancelRideDialogProps {
  ride: RiderRide;
  renderVehicle: RenderRideVehicle;
  onClose: () => void;
}

/** An error, and what it means for the ride. */
interface Problem {
  title: string;
  text: string;
}

/**
 * Confirms the cancellation of a booked ride, and shows the refund quoted by the server. The default is to
 * keep the ride. Stays open when the ride moves on, and says what happened.
 */
export function CancelRideDialog({ ride, renderVehicle, onClose }: CancelRideDialogProps) {
  const now = useNow();
  const { quote, error, reload } = useCancellationQuote(ride);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Whether an attempt without an answer may have cancelled the ride. */
  const isUnsure = useRef(false);

  const { run, isPending } = useInFlight(async (shown: CancellationQuote) => {
    setProblem(null);
    try {
      await cancelOwnRide({ rideId: ride.id, expectedFeeCents: shown.feeCents, reason });
      toast.success('Ride cancelled', refundOnItsWay(ride, shown));
      onClose();
    } catch (failure) {
      if (isRideChangedError(failure)) {
        toast.error(
          'Not cancelled',
          messageOf(failure, 'This ride changed a moment ago. Please look again.'),
        );
        await reloadRide(ride.id);
        await reload();
        return;
      }
      if (hasRisen(failure) || isProviderError(failure)) isUnsure.current = false;
      else if (!isUnchanged(failure) && !isUnsent(failure)) isUnsure.current = true;
      setProblem(problemOf(failure, isUnsure.current));
      if (hasRisen(failure)) await reload();
    }
  });

  const tooLate = isPending ? null : formatTooLate(ride);
  if (tooLate) {
    return (
      <Dialog isOpen onClose={onClose} title={tooLate.title} description={descriptionOf(ride, now)}>
        <TooLateNotice text={tooLate.text} onClose={onClose} />
      </Dialog>
    );
  }

  const isRetry = problem !== null && problem.title !== RISEN;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Cancel this ride?"
      description={descriptionOf(ride, now)}
      widthClass="max-w-[760px]"
    >
      {quote && <Outcome ride={ride} quote={quote} now={now} renderVehicle={renderVehicle} />}
      {!quote && !error && <LoadingLine label="Checking your refund..." />}
      {!quote && Boolean(error) && (
        <Alert title="We couldn't check your refund">
          {messageOf(error)}{' '}
          <button type="button" className="min-h-11 font-semibold text-gold-ink underline" onClick={reload}>
            Try again
          </button>
        </Alert>
      )}
      {quote && (
        <Field label="Reason" isOptional className="mt-5">
          {(control) => (
            <TextInput
              {...control}
              name="reason"
              autoComplete="off"
              maxLength={MAX_REASON}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      )}
      {problem && <Alert title={problem.title}>{problem.text}</Alert>}
      <div className="mt-6 flex gap-3 max-sm:flex-col-reverse sm:justify-end">
        {/* The initial focus is never on the irreversible action. */}
        <Button
          variant="outline"
          className="max-sm:min-h-12"
          autoFocus
          isUnavailable={isPending}
          onClick={onClose}
        >
          Keep ride
        </Button>
        <Button
          className="max-sm:min-h-12"
          isPending={isPending}
          pendingLabel="Cancelling..."
          isUnavailable={!quote}
          onClick={() => quote && run(quote)}
        >
          {isRetry ? 'Try again' : 'Cancel ride'}
        </Button>
      </div>
    </Dialog>
  );
}

/** Describes the ride: `Lux Sedan with Marcus, Fri 27 Nov, 7:30 PM PST`. */
function descriptionOf({ rideType, driver, scheduledDate, scheduledTime }: RiderRide, now: Date): string {
  const pickup = toInstant(scheduledDate, scheduledTime);
  const who = driver ? ` with ${driver.firstName}` : '';
  return `${vehicleName(rideType)}${who}, ${pickup ? formatDayTimeWithZone(pickup, now) : scheduledDate}`;
}

const RISEN = 'The fee has gone up';

const hasRisen = (error: unknown): boolean => error instanceof ApiError && error.code === 'FEE_CHANGED';

/** Whether the server refused, or could not refund. After other errors the ride may be cancelled. */
const isUnchanged = (error: unknown): boolean =>
  isProviderError(error) || (error instanceof ApiError && error.status >= 400 && error.status < 500);

const isProviderError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PAYMENT_PROVIDER';

const isUnsent = (error: unknown): boolean => error instanceof ApiError && error.status === 0 && !error.code;

/** @param isUnsure whether an attempt before, or this one, may have cancelled the ride */
function problemOf(error: unknown, isUnsure: boolean): Problem {
  if (hasRisen(error)) {
    return { title: RISEN, text: 'Nothing is cancelled yet. Please check what you get back.' };
  }
  const wayOn = `Try again, or call ${COMPANY.phone}. A ride is never cancelled twice.`;
  const title = "We couldn't cancel this ride";
  if (isUnsent(error)) return { title, text: `${NO_ANSWER} ${wayOn}` };
  if (!isUnchanged(error)) return { title: 'We got no answer', text: `It may have worked. ${wayOn}` };
  if (isUnsure) return { title, text: `The attempt before may have worked. ${wayOn}` };
  return { title, text: `Nothing has changed. ${wayOn}` };
}

interface OutcomeProps {
  ride: RiderRide;
  quote: CancellationQuote;
  now: Date;
  renderVehicle: RenderRideVehicle;
}

/** The cancellation fee at each stage of the ride, and the refund now. */
function Outcome({ ride, quote, now, renderVehicle }: OutcomeProps) {
  const stages = meterStages(ride, quote, now);
  const { headline, detail } = refundResult(ride, quote);
  return (
    <>
      {stages.length > 0 && (
        <RefundMeter
          stages={stages}
          now={now}
          vehicle={renderVehicle(ride.rideType, colorOf(ride.driver?.vehicle, ride.preferredColor))}
        />
      )}
      <div aria-live="polite" className="mt-5 rounded-card bg-sunken p-4.5 sm:mt-7 sm:p-6">
        <p className="figures text-22 leading-tight sm:text-28">{headline}</p>
        {detail && <p className="mt-1.5 text-14 text-ink-2 sm:text-16">{detail}</p>}
      </div>
    </>
  );
}

const Alert = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert" className="mt-5 flex gap-3 rounded-field border border-danger p-4 text-14">
    <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />
    <div>
      <p className="font-semibold">{title}</p>
      <p className="text-ink-2">{children}</p>
    </div>
  </div>
);
