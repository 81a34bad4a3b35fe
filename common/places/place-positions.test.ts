import { expect, test } from 'vitest';
import { placeText } from './address.ts';
import { gridRoute } from './grid-route.ts';
import { positionOfLocation } from './place-positions.ts';
import { PLACES } from './places.ts';
import { CITY_CENTRE, distanceMeters, pathMeters } from './point.ts';

test('every built-in place lies within 25 km of the city centre', () => {
  for (const place of PLACES) {
    const point = positionOfLocation(placeText(place));
    if (!point) throw new Error(`nobody knows where ${placeText(place)} is`);
    expect(distanceMeters(CITY_CENTRE, point), placeText(place)).toBeLessThan(25_000);
  }
});

test('a built-in place has a position by its full name, any other address has none', () => {
  expect(positionOfLocation('bellagio hotel & casino')).toEqual({ lat: 36.1126, lng: -115.1767 });
  expect(positionOfLocation('Harry Reid International Airport, Terminal 3, 5757 Wayne Newton Blvd')).toEqual({
    lat: 36.0864,
    lng: -115.1372,
  });
  expect(positionOfLocation('Harry Reid International Airport')).toBeNull();
  expect(positionOfLocation('1 Bellagio Way')).toBeNull();
  expect(positionOfLocation('')).toBeNull();
});

test('a grid route joins both ends along the axes and is between one and two times the direct distance', () => {
  const [from, to] = [
    { lat: 36.0846, lng: -115.1537 },
    { lat: 36.1711, lng: -115.1575 },
  ];
  const path = gridRoute(from, to);

  expect([path[0], path.at(-1)]).toEqual([from, to]);
  expect(
    path.slice(1).every((point, index) => {
      const before = path[index];
      return before && (before.lat === point.lat || before.lng === point.lng);
    }),
  ).toBe(true);
  expect(pathMeters(path)).toBeGreaterThanOrEqual(distanceMeters(from, to));
  expect(pathMeters(path)).toBeLessThan(2 * distanceMeters(from, to));
});
