import { MAX_REASON } from '#common/rides/reason.ts';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  error: string | undefined;
  hint?: string | undefined;
  className?: string;
}

/** Input for the reason of a refund, charge or cancellation, in one line. */
export const ReasonField = ({ value, onChange, ...field }: ReasonFieldProps) => (
  <Field label="Reason" {...field}>
    {(control) => (
      <TextInput
        {...control}
        name="reason"
        autoComplete="off"
        maxLength={MAX_REASON}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

/** Validates a reason. */
export const problemOfReason = (reason: string): FieldErrors =>
  reason.trim() === '' ? { reason: 'Please give a reason.' } : {};
