import type { Place } from './places.ts';

/** The longest address, in characters. */
export const MAX_ADDRESS = 200;

/** A place as it is written into an address field: `Bellagio Hotel & Casino, 3600 S Las Vegas Blvd`. */
export const placeText = (place: Place): string => `${place.name}, ${place.address}`;

/** An address as a card shows it: what stands before the first comma, and the rest. */
export function addressLines(location: string): { name: string; address: string } {
  const comma = location.indexOf(',');
  if (comma === -1) return { name: location.trim(), address: '' };
  return { name: location.slice(0, comma).trim(), address: location.slice(comma + 1).trim() };
}
