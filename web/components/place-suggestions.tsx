import clsx from 'clsx';
import { Briefcase, House, type LucideIcon, MapPin } from 'lucide-react';
import { placeText } from '#common/places/address.ts';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { MAX_SUGGESTIONS, suggestPlaces } from '#common/places/suggest-places.ts';
import { CLOSED, type ComboboxEvent, type ComboboxState } from './combobox-state.ts';

/** A row of the list under an address field. */
export interface Suggestion {
  key: string;
  name: string;
  address: string;
  /** The text that choosing the row writes into the field. */
  text: string;
  icon: LucideIcon | null;
}

const ICONS: Partial<Record<string, LucideIcon>> = { home: House, work: Briefcase, office: Briefcase };

/**
 * Returns the rider's matching places (all for an empty field), then built-in ones; at most eight in total.
 */
export function suggestionsFor(value: string, saved: readonly SavedPlace[]): Suggestion[] {
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

interface SuggestionRowsProps {
  /** The list's id. A row's id is the list's id with the row's index. */
  listId: string;
  suggestions: readonly Suggestion[];
  /** The active row; -1 for none. */
  activeIndex: number;
  onPick: (index: number) => void;
}

/** The rows of the list, each with name and address. */
export const SuggestionRows = ({ listId, suggestions, activeIndex, onPick }: SuggestionRowsProps) =>
  suggestions.map((place, index) => (
    <button
      key={place.key}
      id={`${listId}-${index}`}
      ref={index === activeIndex ? scrollIntoSight : undefined}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={index === activeIndex}
      className={clsx(
        'flex w-full items-center gap-3 rounded-item px-3 py-2 text-left leading-snug transition-colors hover:bg-sunken',
        index === activeIndex && 'bg-sunken',
      )}
      onClick={() => onPick(index)}
    >
      {place.icon && <place.icon aria-hidden size={18} className="shrink-0 text-ink-2" />}
      <span className="min-w-0">
        <span className="block font-medium">{place.name}</span>
        <span className="block text-14 text-ink-2">{place.address}</span>
      </span>
    </button>
  ));

/**
 * Returns the next state by the ARIA combobox pattern with a list popup, for `count` suggestions. Down and Up
 * open the list and cycle through it, Escape closes only the list, and keys that move the caret deactivate
 * the row but keep the list open.
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

/**
 * Whether the list handles a key instead of the field: the arrow keys, and while the list is shown also
 * Escape, and Enter, which chooses a row or closes the list instead of submitting the form.
 */
export const isListKey = (key: string, isShown: boolean): boolean =>
  ['ArrowDown', 'ArrowUp'].includes(key) || (isShown && ['Enter', 'Escape'].includes(key));

/** Returns the text of the live region about the open list. */
export function suggestionCount(count: number): string {
  if (count === 0) return 'No suggestions. You can type any address.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
