import { PLACES, type Place } from './places.ts';

/** Most suggestions shown at once (specification section 9, Limits). */
export const MAX_SUGGESTIONS = 8;

/** The longest address, in characters. */
export const MAX_ADDRESS = 200;

/** A place as it is written into an address field: `Bellagio Hotel & Casino, 3600 S Las Vegas Blvd`. */
export const placeText = (place: Place): string => `${place.name}, ${place.address}`;

/**
 * Up to eight built-in places whose name or address contains the text, case-insensitively, in the list's
 * order.
 */
export function suggestPlaces(text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return PLACES.filter((place) => placeText(place).toLowerCase().includes(wanted)).slice(0, MAX_SUGGESTIONS);
}

/** An address as a card shows it: what stands before the first comma, and the rest. */
export function addressLines(location: string): { name: string; address: string } {
  const comma = location.indexOf(',');
  if (comma === -1) return { name: location.trim(), address: '' };
  return { name: location.slice(0, comma).trim(), address: location.slice(comma + 1).trim() };
}
