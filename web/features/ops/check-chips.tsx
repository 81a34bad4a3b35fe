import { CircleAlert } from 'lucide-react';
import { useId } from 'react';

interface CheckChipsProps<Value extends string> {
  legend: string;
  hint?: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string;
}

/** A multiple choice: checkboxes drawn as chips, with touch targets of 44 pixels. */
export function CheckChips<Value extends string>(props: CheckChipsProps<Value>) {
  const { legend, hint, options, chosen, onChange, error } = props;
  const noteId = useId();

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-14">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="relative grid min-h-11 place-items-center rounded-item border border-line px-3.5 text-14 transition-colors hover:bg-sunken has-checked:border-gold-ink has-checked:bg-sunken has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-gold-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={chosen.includes(value)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error || hint ? noteId : undefined}
              onChange={(event) =>
                onChange(
                  event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
      {error ? (
        <p id={noteId} className="flex gap-1.5 text-14 text-danger">
          <CircleAlert aria-hidden size={16} className="mt-[0.2em] shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-14 text-ink-2">
            {hint}
          </p>
        )
      )}
    </fieldset>
  );
}
