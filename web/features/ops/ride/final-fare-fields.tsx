import type { StaffRide } from '#common/rides/staff-ride.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Stepper } from '#web/components/ui/stepper.tsx';
import { DollarField } from './dollar-field.tsx';
import { ReasonField } from './reason-field.tsx';
import type { useFinalFare } from './use-final-fare.ts';

interface FinalFareFieldsProps {
  ride: StaffRide;
  fields: ReturnType<typeof useFinalFare>;
  /** A note under the reason. */
  hint?: string;
}

/** The fields of a final fare: the amount, the minutes of waiting if there are any, and the reason. */
export function FinalFareFields({ ride: { waiting }, fields, hint }: FinalFareFieldsProps) {
  const { amount, setAmount, minutes, setMinutes, needsReason, reason, setReason, problems } = fields;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[150px_1fr]">
      <DollarField
        label="Final fare"
        name="finalFareCents"
        value={amount}
        onChange={setAmount}
        error={problems.finalFareCents}
      />
      {waiting && (
        <Field label="Minutes of waiting" error={problems.waitingMinutes}>
          {(control) => (
            <Stepper
              control={control}
              value={minutes}
              onChange={setMinutes}
              min={0}
              max={waiting.minutes}
              step={1}
              unit="minutes"
            />
          )}
        </Field>
      )}
      {needsReason && (
        <div className={waiting ? 'sm:col-span-2' : ''}>
          <ReasonField value={reason} onChange={setReason} error={problems.reason} hint={hint} />
        </div>
      )}
    </div>
  );
}
