import { placeText } from './address.ts';
import { PLACES, type Place } from './places.ts';

/** The most suggestions shown at once (specification section 9, Limits). */
export const MAX_SUGGESTIONS = 8;

/**
 * Returns up to eight built-in places whose name or address contains the text, ignoring case, in list order.
 */
export function suggestPlaces(text: string): Place[] {
  const query = text.trim().toLowerCase();
  if (!query) return [];
  return PLACES.filter((place) => placeText(place).toLowerCase().includes(query)).slice(0, MAX_SUGGESTIONS);
}
