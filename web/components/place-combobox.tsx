import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { LIMITS } from '#common/rides/ride-limits.ts';
import type { FieldControl } from '#web/components/ui/field.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { Combobox } from './combobox.tsx';

interface PlaceComboboxProps {
  /** From `Field`. */
  control: FieldControl;
  name: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** The rider's saved places, suggested first. Choosing one fills in its address. */
  saved?: readonly SavedPlace[];
  /** Whether the field takes the focus on mount. */
  autoFocus?: boolean;
  /** Class of the input. */
  className?: string;
}

const NONE: readonly never[] = [];

/** Loaded lazily, as the list is. */
const placeSuggestions = lazyImport(() => import('./place-suggestions.ts'));

/**
 * An address, typed freely or chosen from the rider's saved places and the built-in ones. An empty field
 * lists the saved places.
 */
export function PlaceCombobox({ value, onChange, saved = NONE, ...field }: PlaceComboboxProps) {
  // Each edit retries a failed load. Without the code, any address can still be typed.
  const code = useLazyImport(placeSuggestions, value.length + 1);
  const suggestions = code?.suggestionsFor(value, saved) ?? NONE;
  const isEmpty = value.trim() === '';
  const isSearching = !isEmpty || saved.length > 0;

  return (
    <Combobox
      {...field}
      maxLength={LIMITS.address}
      value={value}
      onType={onChange}
      suggestions={suggestions}
      onPick={({ text }) => onChange(text)}
      announcement={isSearching && code ? code.suggestionCount(suggestions.length) : null}
      opensOnFocus={isEmpty && saved.length > 0}
      heading={
        isEmpty && (
          <p aria-hidden className="px-3 pt-1.5 pb-1 text-12 text-ink-2">
            Saved places
          </p>
        )
      }
    />
  );
}
