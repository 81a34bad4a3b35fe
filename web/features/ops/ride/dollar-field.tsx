import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';

interface DollarFieldProps {
  label: string;
  name: string;
  /** Typed text, in dollars. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Input for the amount of a dialog, focused when the dialog opens. */
export const DollarField = ({ label, name, value, onChange, error }: DollarFieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <span className="relative block">
        <span aria-hidden className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-2">
          $
        </span>
        <TextInput
          {...control}
          name={name}
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          className="figures pl-8"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    )}
  </Field>
);
