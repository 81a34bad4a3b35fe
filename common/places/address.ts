import type { Place } from './places.ts';

/** The longest address, in characters. */
export const MAX_ADDRESS = 200;

/** Formats a place for an address field: `Bellagio Hotel & Casino, 3600 S Las Vegas Blvd`. */
export const placeText = (place: Place): string => `${place.name}, ${place.address}`;

/** Splits an address for display: the part before the first comma, and the rest. */
export function addressLines(location: string): { name: string; address: string } {
  const comma = location.indexOf(',');
  if (comma === -1) return { name: location.trim(), address: '' };
  return { name: location.slice(0, comma).trim(), address: location.slice(comma + 1).trim() };
}
