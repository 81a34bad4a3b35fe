import clsx from 'clsx';
import { Briefcase, House, type LucideIcon, MapPin } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { MAX_SUGGESTIONS, placeText, suggestPlaces } from '#common/places/suggest-places.ts';
import { LIMITS } from '#common/rides/request-ride.ts';
import type { FieldControl } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { announce } from '#web/lib/announce.ts';

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

const NONE: readonly SavedPlace[] = [];

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

  const suggestions = suggestionsFor(value, saved);
  const isEmpty = value.trim() === '';
  const isShown = state.isOpen && suggestions.length > 0;
  const dispatch = (event: ComboboxEvent) =>
    setState((known) => nextComboboxState(known, event, suggestions.length));

  const isSearching = state.isOpen && (!isEmpty || saved.length > 0);
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
        {suggestions.map((place, index) => (
          <button
            key={place.key}
            id={`${listId}-${index}`}
            ref={index === state.activeIndex ? scrollIntoSight : undefined}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === state.activeIndex}
            className={clsx(
              'flex w-full items-center gap-3 rounded-item px-3 py-2 text-left leading-snug transition-colors hover:bg-sunken',
              index === state.activeIndex && 'bg-sunken',
            )}
            onClick={() => pick(index)}
          >
            {place.icon && <place.icon aria-hidden size={18} className="shrink-0 text-ink-2" />}
            <span className="min-w-0">
              <span className="block font-medium">{place.name}</span>
              <span className="block text-14 text-ink-2">{place.address}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** A row of the list. */
interface Suggestion {
  key: string;
  name: string;
  address: string;
  /** What it writes into the field. */
  text: string;
  icon: LucideIcon | null;
}

const ICONS: Partial<Record<string, LucideIcon>> = { home: House, work: Briefcase, office: Briefcase };

/** The rider's places that match, all of them for an empty field, then the built-in ones: eight at most together. */
function suggestionsFor(value: string, saved: readonly SavedPlace[]): Suggestion[] {
  const wanted = value.trim().toLowerCase();
  const own = saved
    .filter(({ name, address }) => `${name}, ${address}`.toLowerCase().includes(wanted))
    .map(({ id, name, address }) => ({
      key: id,
      name,
      address,
      text: address,
      icon: ICONS[name.toLowerCase()] ?? MapPin,
    }));
  const builtIn = suggestPlaces(value).map((place) => ({
    ...place,
    key: placeText(place),
    text: placeText(place),
    icon: null,
  }));
  return [...own, ...builtIn].slice(0, MAX_SUGGESTIONS);
}

const scrollIntoSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

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
