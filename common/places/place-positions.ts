import { addressLines, placeText } from './address.ts';
import { PLACES, type Place } from './places.ts';
import type { Point } from './point.ts';

/** Latitude and longitude of the built-in places, accurate to about 100 m, by name; terminals by address. */
const POSITIONS: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  'Terminal 1, 5757 Wayne Newton Blvd': [36.0846, -115.1537],
  'Terminal 3, 5757 Wayne Newton Blvd': [36.0864, -115.1372],
  'Henderson Executive Airport': [35.9728, -115.1344],
  'North Las Vegas Airport': [36.2107, -115.1944],
  'Signature Aviation': [36.0718, -115.1676],
  'ARIA Resort & Casino': [36.1073, -115.1766],
  'Bellagio Hotel & Casino': [36.1126, -115.1767],
  'Caesars Palace': [36.1162, -115.1745],
  'Circa Resort & Casino': [36.1718, -115.1455],
  'Circus Circus': [36.1365, -115.1632],
  'The Cosmopolitan of Las Vegas': [36.1098, -115.1739],
  'The Cromwell': [36.1152, -115.1721],
  'Durango Casino & Resort': [36.0622, -115.2796],
  'Encore at Wynn Las Vegas': [36.1296, -115.1641],
  'Excalibur Hotel & Casino': [36.0988, -115.1754],
  'Flamingo Las Vegas': [36.1162, -115.1706],
  'Fontainebleau Las Vegas': [36.1379, -115.1602],
  'Four Seasons Hotel Las Vegas': [36.0907, -115.1751],
  'Golden Nugget': [36.1703, -115.1449],
  'Green Valley Ranch Resort': [36.0224, -115.0832],
  "Harrah's Las Vegas": [36.1195, -115.1712],
  'Horseshoe Las Vegas': [36.1142, -115.1706],
  'JW Marriott Las Vegas Resort': [36.1745, -115.2893],
  'The LINQ Hotel': [36.1178, -115.1706],
  'Luxor Hotel & Casino': [36.0955, -115.1761],
  'M Resort': [35.9647, -115.1675],
  'Mandalay Bay': [36.0918, -115.1743],
  'MGM Grand': [36.1024, -115.1696],
  'New York-New York': [36.1022, -115.1746],
  'The Palazzo at The Venetian': [36.1246, -115.1688],
  'Palms Casino Resort': [36.1147, -115.1953],
  'Paris Las Vegas': [36.1125, -115.1707],
  'Park MGM': [36.1049, -115.1741],
  'Planet Hollywood': [36.1099, -115.1714],
  'Red Rock Casino Resort & Spa': [36.1565, -115.3336],
  'Resorts World Las Vegas': [36.1346, -115.1666],
  'Sahara Las Vegas': [36.1422, -115.1567],
  'The STRAT': [36.1474, -115.1557],
  'Treasure Island': [36.1247, -115.1721],
  'The Venetian Resort': [36.1212, -115.1697],
  'Virgin Hotels Las Vegas': [36.1097, -115.1536],
  'Waldorf Astoria Las Vegas': [36.1063, -115.1737],
  'Wynn Las Vegas': [36.1263, -115.1658],
  'Allegiant Stadium': [36.0909, -115.1833],
  Sphere: [36.1209, -115.1618],
  'T-Mobile Arena': [36.1029, -115.1783],
  'MGM Grand Garden Arena': [36.1046, -115.1687],
  'Michelob ULTRA Arena': [36.0917, -115.1765],
  'Thomas & Mack Center': [36.1051, -115.1421],
  'Las Vegas Motor Speedway': [36.2723, -115.0103],
  'Las Vegas Convention Center': [36.1317, -115.1514],
  'Fremont Street Experience': [36.1706, -115.1436],
  'Fashion Show Mall': [36.1277, -115.1717],
  'The Forum Shops at Caesars': [36.118, -115.1764],
  'Las Vegas North Premium Outlets': [36.1711, -115.1575],
  'Town Square Las Vegas': [36.0674, -115.1746],
  'Downtown Summerlin': [36.1512, -115.3331],
};

const keysOf = ({ name, address }: Place): string[] => [name, address];

const pointOf = (place: Place): Point | null => {
  const found = keysOf(place).flatMap((key) => (POSITIONS[key] ? [POSITIONS[key]] : []))[0];
  return found ? { lat: found[0], lng: found[1] } : null;
};

const byText = new Map(PLACES.map((place) => [placeText(place).toLowerCase(), place]));
/** Places with a unique name, by lower-case name. */
const byName = new Map(
  PLACES.filter(({ name }) => PLACES.filter((other) => other.name === name).length === 1).map((place) => [
    place.name.toLowerCase(),
    place,
  ]),
);

/**
 * Returns the position of a ride's location if it is a built-in place, chosen from the suggestions or typed
 * by name. Null for any other address, because addresses are not geocoded.
 */
export function positionOfLocation(location: string): Point | null {
  const text = location.trim().toLowerCase();
  const place = byText.get(text) ?? byName.get(addressLines(text).name);
  return place ? pointOf(place) : null;
}
