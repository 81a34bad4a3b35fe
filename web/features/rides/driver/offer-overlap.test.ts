import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer } from '#web/testing/build-ride.ts';
import { formatOverlap, overlapOf } from './offer-overlap.ts';

const wynnToLas = (scheduledTime: string, overrides: Parameters<typeof buildDriverRide>[0] = {}) =>
  buildDriverRide({
    pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd',
    dropoffLocation: 'Harry Reid International Airport, Terminal 3',
    scheduledTime,
    ...overrides,
  });

const offer = buildOffer({ scheduledTime: '18:15' });
const words = (...rides: ReturnType<typeof buildDriverRide>[]) => formatOverlap(overlapOf(offer, rides));

test('overlapOf says that the driver is free until the next pickup of the offer’s day', () => {
  expect(words(wynnToLas('21:00'), wynnToLas('19:30'))).toBe('Free until 7:30 PM');
  expect(words()).toBe('Free all day');
  expect(words(wynnToLas('10:00'))).toBe('Free the rest of the day');
  expect(words(wynnToLas('19:30', { scheduledDate: '2026-11-21' }))).toBe('Free all day');
});

test('a ride that runs past midnight means the next day is not free all day', () => {
  const night = { scheduledDate: '2026-11-19', bookingType: 'hourly', hours: 8 } as const;
  expect(words(wynnToLas('20:00', night))).toBe('Free the rest of the day');
  expect(words(wynnToLas('16:00', night))).toBe('Free all day');
});

test('an overlap includes the driving time between the rides, and names the other ride', () => {
  // 45 minutes of ride and 15 of driving end at 7:15 PM.
  expect(words(wynnToLas('19:15'))).toBe('Free until 7:15 PM');
  expect(words(wynnToLas('19:14'))).toBe('Overlaps Wynn to LAS, 7:14 PM');
  expect(words(wynnToLas('17:16'))).toBe('Overlaps Wynn to LAS, 5:16 PM');
});

test('a ride that began late overlaps offers until it can be over', () => {
  // Planned until 6 PM, begun half an hour late. The offer is at 6:15 PM.
  const begun = (at: string) =>
    wynnToLas('17:00', {
      ...{ status: 'in_progress', bookingType: 'hourly', hours: 1 },
      history: [{ change: 'in_progress', at, version: 3 }],
    });
  expect(words(begun('2026-11-21T01:00:00.000Z'))).toBe('Free the rest of the day');
  expect(words(begun('2026-11-21T01:30:00.000Z'))).toBe('Overlaps Wynn to LAS, 5:00 PM');
});

test('completed and cancelled rides do not overlap an offer', () => {
  expect(
    words(wynnToLas('18:15', { status: 'completed' }), wynnToLas('18:15', { status: 'cancelled' })),
  ).toBe('Free all day');
});
