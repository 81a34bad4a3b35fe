import { addressLines } from '#common/places/address.ts';

interface Route {
  pickupLocation: string;
  dropoffLocation: string;
}

const MAIN_AIRPORT = /\b(?:harry reid|mccarran) international\b|\b5757 wayne newton\b/i;
const TERMINAL = /\bterminal\s*#?\s*(\d)\b/i;

/** Endings of hotel names that drivers leave out. */
const ENDINGS = /(?:\s+(?:of\s+Las\s+Vegas|Las\s+Vegas|Hotel|Casino|Resort|Spa|&))+$/;

/** Shortens a place to the name drivers use: `Airport, Terminal 1`, `Bellagio`, `Cosmopolitan`. */
export function shortPlace(location: string): string {
  if (MAIN_AIRPORT.test(location)) {
    const terminal = TERMINAL.exec(location)?.[1];
    return terminal ? `Airport, Terminal ${terminal}` : 'Airport';
  }
  const { name } = addressLines(location);
  const short = name.replace(/^The\s+/, '').replace(ENDINGS, '');
  return short.length > 2 ? short : name;
}

const shortEnd = (location: string) => (MAIN_AIRPORT.test(location) ? 'LAS' : shortPlace(location));

/** Formats pickup and drop-off by their short names: `Wynn to LAS`. */
export const shortRoute = ({ pickupLocation, dropoffLocation }: Route): string =>
  `${shortEnd(pickupLocation)} to ${shortEnd(dropoffLocation)}`;
