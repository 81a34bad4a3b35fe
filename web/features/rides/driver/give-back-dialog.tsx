import { type FormEvent, useId, useRef, useState } from 'react';
import { formatDayTime } from '#common/format-date-time.ts';
import { giveBackUntil } from '#common/rides/cancellation.ts';
import { formatRoute } from '#common/rides/overlap.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { giveRideBack } from '../api/driver-actions.ts';
import { LeaveOrAct } from './leave-or-act.tsx';

const OTHER = 'Something else';
const REASONS = ['Sick', 'Vehicle trouble', 'Running late elsewhere', OTHER] as const;
type Reason = (typeof REASONS)[number];

/** Maximum length of a free-text reason. */
const MAX_OTHER = 200;

interface GiveBackDialogProps {
  ride: DriverRide;
  /** The pickup time as an instant. */
  pickup: Date;
  now: Date;
  onClose: () => void;
}

/** Lets a driver give back an accepted ride, with a reason. */
export function GiveBackDialog({ ride, pickup, now, onClose }: GiveBackDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState<Reason | null>(null);
  const [other, setOther] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const words = reason === OTHER ? other.trim() : reason;
  const until = giveBackUntil({ scheduledAt: pickup.toISOString() });

  const { run, isPending } = useInFlight(async () => {
    if (!words) {
      setIsMissing(true);
      const wanted = reason === OTHER ? 'input[type=text]' : 'input[type=radio]';
      form.current?.querySelector<HTMLElement>(wanted)?.focus();
      return;
    }
    try {
      await giveRideBack(ride.id, words);
      toast.success('Ride given back', 'It is open to other drivers again.');
    } catch (error) {
      toastFailure('Error', error, 'Failed to give the ride back');
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title="Give this ride back?"
      description={`${formatRoute(ride)}, ${formatDayTime(pickup, now)}. Other drivers see it at once.`}
    >
      <form ref={form} noValidate onSubmit={handleSubmit}>
        <ReasonChoice
          value={reason}
          error={isMissing && reason === null ? 'Please give a reason.' : null}
          onChange={setReason}
        />
        {reason === OTHER && (
          <Field
            label="What is it?"
            className="mt-4"
            error={isMissing && !words ? 'Please give a reason.' : null}
            counter={`${other.length} / ${MAX_OTHER}`}
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={MAX_OTHER}
                value={other}
                onChange={({ target }) => setOther(target.value)}
              />
            )}
          </Field>
        )}
        <p className="mt-4 text-14 text-ink-2">
          You can give it back until {formatTime(until)}, two hours before the pickup.
        </p>
        <LeaveOrAct leave="Keep it" isPending={isPending} onLeave={onClose}>
          <Button
            type="submit"
            size={48}
            className="max-sm:w-full"
            isPending={isPending}
            pendingLabel="Giving back..."
          >
            Give it back
          </Button>
        </LeaveOrAct>
      </form>
    </Dialog>
  );
}

interface ReasonChoiceProps {
  value: Reason | null;
  error: string | null;
  onChange: (reason: Reason) => void;
}

function ReasonChoice({ value, error, onChange }: ReasonChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="pb-2 text-14 font-medium">Why?</legend>
      <div className="border-line border-t">
        {REASONS.map((reason) => (
          <label
            key={reason}
            className="flex min-h-12 items-center gap-4 border-line border-b has-checked:font-medium"
          >
            <input
              type="radio"
              name={id}
              required
              aria-invalid={error ? true : undefined}
              checked={reason === value}
              onChange={() => onChange(reason)}
              className="size-5 shrink-0 appearance-none rounded-full border-2 border-control transition-[border] checked:border-[6px] checked:border-switch-on"
            />
            {reason}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-14 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
