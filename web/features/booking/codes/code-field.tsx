import clsx from 'clsx';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { DraftField } from '../draft-field.tsx';

/** A code field as it stands, and what can be done with it. */
export interface CodeFieldState {
  /** What stands in it. */
  code: string;
  /** What the applied code does, in words; null while none is applied. */
  note: string | null;
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  isPending: boolean;
  edit: (code: string) => void;
  apply: () => void;
  remove: () => void;
}

interface CodeFieldProps {
  label: string;
  /** What its buttons name, such as `gift card` in "Apply gift card". */
  noun: string;
  name: string;
  state: CodeFieldState;
  /** Why the ride request was refused for it. */
  error: string | undefined;
}

/** A code and its Apply. Once applied both are locked, until Remove (specification section 4, Promo code and Gift card). */
export function CodeField({ label, noun, name, state, error }: CodeFieldProps) {
  const { code, note, input, isPending } = state;
  const isApplied = note !== null;

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Here it means Apply, not Request Ride.
    event.preventDefault();
    state.apply();
  };

  const handleRemove = () => {
    state.remove();
    input.current?.focus();
  };

  return (
    <DraftField label={label} error={isApplied ? null : (state.error ?? error)} hint={note}>
      {(control) => (
        <span className="flex gap-3">
          <span className="relative min-w-0 flex-1">
            <TextInput
              {...control}
              ref={input}
              name={name}
              className={clsx(isApplied && 'pr-24')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={MAX_TYPED}
              readOnly={isApplied || isPending}
              aria-disabled={isApplied || undefined}
              value={code}
              onChange={({ target }) => state.edit(target.value.toUpperCase())}
              onKeyDown={handleKeyDown}
            />
            {isApplied && (
              <button
                type="button"
                aria-label={`Remove ${noun}`}
                className="absolute inset-y-0.5 right-0.5 rounded-item px-4 text-14 font-semibold text-gold-ink hover:underline"
                onClick={handleRemove}
              >
                Remove
              </button>
            )}
          </span>
          <Button
            variant="outline"
            size={48}
            aria-label={`Apply ${noun}`}
            isPending={isPending}
            isUnavailable={isApplied}
            onClick={state.apply}
          >
            Apply
          </Button>
        </span>
      )}
    </DraftField>
  );
}

/** Longer than any code with its spaces and dashes, in characters. */
const MAX_TYPED = 40;
