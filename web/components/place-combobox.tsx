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
  /** Places of the rider's own, offered first; chosen, they write their address. */
  saved?: readonly SavedPlace[];
  /** Takes the focus when it comes. */
  autoFocus?: boolean;
  /** Of the input. */
  className?: string;
}

const NONE: readonly never[] = [];

/** The first paint suggests nothing, and what is typed before they come opens their list. */
const placeSuggestions = lazyImport(() => import('./place-suggestions.tsx'));

/**
 * An address, typed freely or chosen from the rider's own places and the built-in ones: an ARIA combobox with a list
 * popup, which an empty field opens where there are places of the rider's own.
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

  // Wanted anew with each letter. Should it not come, any address can be typed.
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
    // A tap outside does not take the focus away on every phone, so blur alone would leave the list open.
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
        // The focus stays in the field while a row is pressed.
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
