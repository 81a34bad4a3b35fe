import { Briefcase, House, type LucideIcon, MapPin } from 'lucide-react';
import { placeText } from '#common/places/address.ts';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { MAX_SUGGESTIONS, suggestPlaces } from '#common/places/suggest-places.ts';
import type { Suggestion } from './suggestion-list.tsx';

/** A suggested place. */
interface PlaceSuggestion extends Suggestion {
  /** The text that choosing the row writes into the field. */
  text: string;
}

const ICONS: Partial<Record<string, LucideIcon>> = { home: House, work: Briefcase, office: Briefcase };

/**
 * Returns the rider's matching places (all for an empty field), then built-in ones; at most eight in total.
 */
export function suggestionsFor(value: string, saved: readonly SavedPlace[]): PlaceSuggestion[] {
  const wanted = value.trim().toLowerCase();
  const own = saved
    .filter(({ name, address }) => `${name}, ${address}`.toLowerCase().includes(wanted))
    .map(({ id, name, address }) => ({
      key: id,
      name,
      detail: address,
      text: address,
      icon: ICONS[name.toLowerCase()] ?? MapPin,
    }));
  const builtIn = suggestPlaces(value).map((place) => ({
    key: placeText(place),
    name: place.name,
    detail: place.address,
    text: placeText(place),
    icon: null,
  }));
  return [...own, ...builtIn].slice(0, MAX_SUGGESTIONS);
}

/** Returns the text of the live region about the open list. */
export function suggestionCount(count: number): string {
  if (count === 0) return 'No suggestions. You can type any address.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
