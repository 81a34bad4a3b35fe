import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { LIMITS } from '#common/rides/ride-limits.ts';
import type { FieldControl } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { announce } from '#web/lib/announce.ts';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
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

/** The first paint suggests nothing. */
const loadSuggestions = () => import('./place-suggestions.tsx');

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

  // Asked for again with each letter, should it not have come.
  const code = useLazyImport(loadSuggestions, value.length + 1);
  const suggestions: readonly Suggestion[] = code?.suggestionsFor(value, saved) ?? NONE;
  const isEmpty = value.trim() === '';
  const isShown = state.isOpen && suggestions.length > 0;
  const dispatch = (event: ComboboxEvent) =>
    setState((known) => nextComboboxState(known, event, suggestions.length));

  const isSearching = state.isOpen && code !== null && (!isEmpty || saved.length > 0);
  useEffect(() => {
    if (isSearching) announce(suggestionCount(suggestions.length));
  }, [isSearching, suggestions.length]);

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
    const isListKey = ['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(event.key);
    // While the list shows, Enter takes a row or closes it; it does not send the form.
    if (isListKey && (isShown || event.key.startsWith('Arrow'))) event.preventDefault();
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

/** The suggestions under a text field: whether they show, and which row is active (-1: none). */
export interface ComboboxState {
  isOpen: boolean;
  activeIndex: number;
}

/** `keyed` carries KeyboardEvent.key; `typed` follows every edit of the text. */
type ComboboxEvent = { type: 'typed' } | { type: 'keyed'; key: string } | { type: 'left' };

export const CLOSED: ComboboxState = { isOpen: false, activeIndex: -1 };

/**
 * The next state by the ARIA combobox pattern with a list popup, for `count` suggestions. Down and Up open
 * the list and cycle in it, Escape closes only the list, keys that move the caret deactivate the row but keep
 * the list.
 */
export function nextComboboxState(state: ComboboxState, event: ComboboxEvent, count: number): ComboboxState {
  if (event.type === 'left') return CLOSED;
  if (event.type === 'typed') return { isOpen: true, activeIndex: -1 };

  const last = count - 1;
  const { activeIndex } = state.isOpen ? state : CLOSED;
  switch (event.key) {
    case 'ArrowDown':
      return count === 0 ? state : { isOpen: true, activeIndex: activeIndex === last ? 0 : activeIndex + 1 };
    case 'ArrowUp':
      return count === 0 ? state : { isOpen: true, activeIndex: activeIndex <= 0 ? last : activeIndex - 1 };
    case 'Enter':
    case 'Escape':
    case 'Tab':
      return CLOSED;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return { ...state, activeIndex: -1 };
    default:
      return state;
  }
}

/** The live region's text about the open list. */
export function suggestionCount(count: number): string {
  if (count === 0) return 'No suggestions. Any address can be typed.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
