import { beforeEach, expect, test } from 'vitest';
import { distanceMeters } from '#common/places/point.ts';
import type { RidePosition } from '#common/rides/position.ts';
import { formatArrival, formatMinutes, formatSeen, isStale, minutesAnnouncement } from './format-arrival.ts';
import { forgetPositions, receivePositions, usePositionStore } from './position-store.ts';
import { metersDriven, pointAlong } from './simulate-drive.ts';

beforeEach(forgetPositions);

const NOW = new Date('2026-11-21T00:12:00.000Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const position = (overrides: Partial<RidePosition> = {}): RidePosition => ({
  rideId: '64b7f3a2c9e77a0012345678',
  lat: 36.12,
  lng: -115.17,
  accuracy: 8,
  heading: null,
  at: NOW.toISOString(),
  arrival: null,
  route: null,
  ...overrides,
});

test('the later of two positions is kept, and its route stays when the new one omits it', () => {
  const route = [
    { lat: 36.12, lng: -115.17 },
    { lat: 36.11, lng: -115.17 },
  ];
  const { route: _none, ...next } = position({ at: inMinutes(1), lat: 36.13 });
  receivePositions([position({ route })]);
  receivePositions([next]);
  receivePositions([position({ lat: 36.5 })]);

  expect(usePositionStore.getState()[position().rideId]).toMatchObject({ lat: 36.13, route });

  receivePositions([position({ at: inMinutes(2), route: null })]);
  expect(usePositionStore.getState()[position().rideId]?.route).toBeNull();
});

test('an arrival is formatted as minutes, at least one, and as a time', () => {
  expect(formatMinutes({ from: inMinutes(6.6), to: inMinutes(10.2) }, NOW)).toBe('7 to 10 min');
  expect(formatMinutes({ from: inMinutes(6.9), to: inMinutes(7.1) }, NOW)).toBe('7 min');
  expect(formatMinutes({ from: inMinutes(-3), to: inMinutes(-1) }, NOW)).toBe('1 min');
  expect(formatArrival({ from: inMinutes(6), to: inMinutes(8) })).toBe('4:19 PM PST');
});

test('a position older than 30 seconds is stale, and its age is shown', () => {
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

  expect([isStale(position(), later(30)), isStale(position(), later(31))]).toEqual([false, true]);
  expect(formatSeen(position(), later(40))).toBe('Seen 40 s ago');
  expect(formatSeen(position(), later(259))).toBe('Seen 4 min ago');
});

test('minutes are announced only when ten, five, two or one is reached', () => {
  expect(minutesAnnouncement(12, 11)).toBeNull();
  expect(minutesAnnouncement(11, 9)).toBe('About 10 min');
  expect(minutesAnnouncement(9, 9)).toBeNull();
  expect(minutesAnnouncement(6, 1)).toBe('About 1 min');
  expect(minutesAnnouncement(1, 8)).toBeNull();
});

test('a simulated car moves along its route, faster with a speed factor, and stops at its end', () => {
  const way = [
    { lat: 36.1, lng: -115.17 },
    { lat: 36.12, lng: -115.17 },
    { lat: 36.12, lng: -115.15 },
  ];
  const [first, corner] = way;
  if (!first || !corner) throw new Error('the way has a corner');
  const toCorner = distanceMeters(first, corner);

  expect(pointAlong(way, 0)).toMatchObject(first);
  expect(pointAlong(way, toCorner / 2).lat).toBeCloseTo(36.11);
  expect(pointAlong(way, toCorner / 2).heading).toBe(0);
  expect(pointAlong(way, toCorner + 10).heading).toBeCloseTo(90);
  expect(pointAlong(way, 1e9)).toMatchObject({ lat: 36.12, lng: -115.15 });
  expect(metersDriven(1_000, 8)).toBe(100);
});
