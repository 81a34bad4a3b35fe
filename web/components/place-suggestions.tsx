import clsx from 'clsx';
import { Briefcase, House, type LucideIcon, MapPin } from 'lucide-react';
import { placeText } from '#common/places/address.ts';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { MAX_SUGGESTIONS, suggestPlaces } from '#common/places/suggest-places.ts';

/** A row of the list under an address field. */
export interface Suggestion {
  key: string;
  name: string;
  address: string;
  /** What it writes into the field. */
  text: string;
  icon: LucideIcon | null;
}

const ICONS: Partial<Record<string, LucideIcon>> = { home: House, work: Briefcase, office: Briefcase };

/** The rider's places that match, all of them for an empty field, then the built-in ones: eight at most together. */
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
  /** Of the list: a row's id is it with the row's index. */
  listId: string;
  suggestions: readonly Suggestion[];
  /** -1: none. */
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
