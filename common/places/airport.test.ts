import { expect, test } from 'vitest';
import { addressLines, placeText } from './address.ts';
import { looksLikeAirport } from './airport.ts';
import { PLACES } from './places.ts';
import { suggestPlaces } from './suggest-places.ts';

test.each([
  'Harry Reid International Airport, Terminal 1',
  'the airport',
  'LAS airport, arrivals level',
  'Terminal 3',
  'terminal #1 curb',
  'Departures, door 4',
  '5757 Wayne Newton Blvd',
  'McCarran International',
  'North Las Vegas Airport, 2730 Airport Dr',
  'Taxi stand by the airport baggage claim',
  'Near airport gate D4',
  'Opposite the airport terminals',
  'By the airport curbside pickup',
  'Beside the airport arrivals',
])('%s is an airport', (text) => {
  expect(looksLikeAirport(text)).toBe(true);
});

test.each([
  'Bellagio Hotel & Casino',
  '2800 Airport Dr, North Las Vegas',
  'Best Western Airport Inn',
  'Hotel near the airport',
  'Lot by the Airport Gateway',
  'Signature Towers',
  'Fairport Street 4',
  'Airportal Lane 2',
  'Greyhound bus terminal',
  'Terminal Avenue 12',
  '7 Departurestreet',
  '3500 Executive Terminal Dr',
  'Wayne Newton Theater',
  'McCarran Ranch',
  '',
])('%s is not an airport', (text) => {
  expect(looksLikeAirport(text)).toBe(false);
});

test('the built-in airports are airports, and no other built-in place is', () => {
  const airports = PLACES.filter((place) => looksLikeAirport(placeText(place)));
  expect([...new Set(airports.map(({ name }) => name))]).toEqual([
    'Harry Reid International Airport',
    'Henderson Executive Airport',
    'North Las Vegas Airport',
    'Signature Aviation',
  ]);
});

// With quadratic backtracking, this many spaces would exceed the test's timeout.
test.each(['terminal', 'airport', 'near', '5757'])(
  'many spaces after "%s" are matched without quadratic backtracking',
  (word) => {
    expect(looksLikeAirport(`${word}${' '.repeat(400_000)}x`)).toBe(word === 'airport');
  },
);

test('place suggestions match anywhere in the text, ignore case, and are at most eight', () => {
  expect(suggestPlaces('las vegas')).toHaveLength(8);
  expect(suggestPlaces('BELLAG').map((place) => place.name)).toEqual(['Bellagio Hotel & Casino']);
  expect(suggestPlaces('al davis').map((place) => place.name)).toEqual(['Allegiant Stadium']);
  expect(suggestPlaces('  ')).toEqual([]);
  expect(suggestPlaces('.*')).toEqual([]);
});

test('place texts are unique, and each splits back into name and address', () => {
  expect(new Set(PLACES.map(placeText)).size).toBe(PLACES.length);
  for (const place of PLACES) {
    expect(addressLines(placeText(place))).toEqual({ name: place.name, address: place.address });
  }
});
