import { placeText } from './address.ts';
import { PLACES, type Place } from './places.ts';

/** Most suggestions shown at once (specification section 9, Limits). */
export const MAX_SUGGESTIONS = 8;

/**
 * Up to eight built-in places whose name or address contains the text, case-insensitively, in the list's
 * order.
 */
export function suggestPlaces(text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return PLACES.filter((place) => placeText(place).toLowerCase().includes(wanted)).slice(0, MAX_SUGGESTIONS);
}
