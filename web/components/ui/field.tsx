import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** Props to spread on the field's input. */
export interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Marks the field as optional. */
  isOptional?: boolean;
  /** Shown at the right end of the label's line. */
  aside?: ReactNode;
  /** Also shown there, but describes the input, such as its previous value. */
  note?: string | null;
  /** The validation error. Marks the input as invalid and replaces the hint. */
  error?: string | null;
  hint?: ReactNode;
  /** The length of a limited text, such as `12 / 200`. */
  counter?: string;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/**
 * A labelled input: `<Field label="Email">{(control) => <TextInput {...control} type="email" />}</Field>`.
 */
export function Field({
  label,
  isOptional,
  aside,
  note,
  error,
  hint,
  counter,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const noteId = `${id}-note`;
  const describedBy = [note && noteId, error ? errorId : hint && hintId].filter(Boolean).join(' ');

  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex justify-between gap-4 text-14">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {note ? (
          <span id={noteId} className="truncate text-ink-2">
            {note}
          </span>
        ) : (
          isOptional && <span className="text-ink-2">Optional</span>
        )}
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {(error || hint || counter) && (
        <div className="flex justify-between gap-4 text-14 text-ink-2">
          {error ? (
            <p id={errorId} className="flex gap-1.5 text-danger">
              <CircleAlert aria-hidden size={16} className="mt-[0.2em] shrink-0" />
              {error}
            </p>
          ) : (
            <p id={hintId}>{hint}</p>
          )}
          {counter && <p className="figures shrink-0 font-normal">{counter}</p>}
        </div>
      )}
    </div>
  );
}
