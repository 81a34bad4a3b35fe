import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { LIMITS } from '#common/rides/ride-limits.ts';
import type { FieldControl } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { announce } from '#web/lib/announce.ts';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { CLOSED, type ComboboxEvent } from './combobox-state.ts';
import type { Suggestion } from './place-suggestions.tsx';

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

/**
 * Loaded lazily, since the first paint shows no suggestions. If the user types before it is loaded, the list
 * opens afterwards.
 */
const placeSuggestions = lazyImport(() => import('./place-suggestions.tsx'));

/**
 * An address, typed freely or chosen from the rider's saved places and the built-in ones: an ARIA combobox
 * with a list popup. An empty field lists the saved places.
 */
export function PlaceCombobox({
  control,
  name,
  placeholder,
  value,
  onChange,
  saved = NONE,
  ...input
}: PlaceComboboxProps) {
  const [state, setState] = useState(CLOSED);
  const root = useRef<HTMLDivElement>(null);
  const listId = useId();

  // Each edit retries a failed load. Without the code, any address can still be typed.
  const code = useLazyImport(placeSuggestions, value.length + 1);
  const suggestions: readonly Suggestion[] = code?.suggestionsFor(value, saved) ?? NONE;
  const isEmpty = value.trim() === '';
  const isShown = state.isOpen && suggestions.length > 0;
  const dispatch = (event: ComboboxEvent) =>
    setState((known) => {
      if (code) return code.nextComboboxState(known, event, suggestions.length);
      return event.type === 'keyed' ? known : { ...CLOSED, isOpen: event.type === 'typed' };
    });

  const isSearching = state.isOpen && (!isEmpty || saved.length > 0);
  useEffect(() => {
    if (isSearching && code) announce(code.suggestionCount(suggestions.length));
  }, [isSearching, code, suggestions.length]);

  useEffect(() => {
    if (!isShown) return;
    // On some phones a tap outside does not blur the field, so blur alone would leave the list open.
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setState(CLOSED);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isShown]);

  const pick = (index: number) => {
    const place = suggestions[index];
    if (place) onChange(place.text);
    dispatch({ type: 'left' });
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (code?.isListKey(event.key, isShown)) event.preventDefault();
    if (event.key === 'Enter' && isShown) pick(state.activeIndex);
    else dispatch({ type: 'keyed', key: event.key });
  };

  return (
    <div ref={root} className="relative">
      <TextInput
        {...control}
        {...input}
        name={name}
        placeholder={placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={
          isShown && state.activeIndex >= 0 ? `${listId}-${state.activeIndex}` : undefined
        }
        autoComplete="off"
        maxLength={LIMITS.address}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          dispatch({ type: 'typed' });
        }}
        onKeyDown={handleKeyDown}
        onFocus={() => isEmpty && saved.length > 0 && dispatch({ type: 'typed' })}
        onBlur={() => dispatch({ type: 'left' })}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-80 overflow-y-auto rounded-card bg-surface p-1.5 shadow-float"
        // Keeps the focus in the field while a row is pressed.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isEmpty && (
          <p aria-hidden className="px-3 pt-1.5 pb-1 text-12 text-ink-2">
            Saved places
          </p>
        )}
        {code && (
          <code.SuggestionRows
            listId={listId}
            suggestions={suggestions}
            activeIndex={state.activeIndex}
            onPick={pick}
          />
        )}
      </div>
    </div>
  );
}
