import { addressLines } from '#common/places/address.ts';

interface Route {
  pickupLocation: string;
  dropoffLocation: string;
}

const MAIN_AIRPORT = /\b(?:harry reid|mccarran) international\b|\b5757 wayne newton\b/i;
const TERMINAL = /\bterminal\s*#?\s*(\d)\b/i;

/** What the names of hotels end in and nobody says. */
const ENDINGS = /(?:\s+(?:of\s+Las\s+Vegas|Las\s+Vegas|Hotel|Casino|Resort|Spa|&))+$/;

/** A place as drivers say it: `Airport, Terminal 1`, `Bellagio`, `Cosmopolitan`. */
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

/** A ride by its ends, as short as drivers say it: `Wynn to LAS`. */
export const shortRoute = ({ pickupLocation, dropoffLocation }: Route): string =>
  `${shortEnd(pickupLocation)} to ${shortEnd(dropoffLocation)}`;
