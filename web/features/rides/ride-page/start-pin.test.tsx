// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';
import { buildRiderRide } from '#web/testing/build-ride.ts';
import { StartPin } from './start-pin.tsx';

const coming = buildRiderRide({
  status: 'accepted',
  driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
  startPin: '6976',
});
const pickup = toInstant(coming.scheduledDate, coming.scheduledTime) ?? new Date(NaN);
const minutesBefore = (minutes: number) => new Date(pickup.getTime() - minutes * 60_000);

/** Returns the text shown to the rider; null without a PIN. */
function shown(overrides: Partial<RiderRide>, now: Date): string | null {
  const { unmount } = render(<StartPin ride={{ ...coming, ...overrides }} now={now} />);
  const text = screen.queryByRole('region', { name: 'Start PIN' })?.textContent ?? null;
  unmount();
  return text;
}

test('a rider who wants a start PIN sees it and when to tell it', () => {
  expect(shown({ wantsPin: true }, minutesBefore(5))).toMatch(/Tell Sam once you are inside\.6 9 7 6/);
});

test('if the driver comes early, the rider sees the PIN and why it is needed', () => {
  const enRouteAt = minutesBefore(90).toISOString();
  expect(shown({ enRouteAt }, minutesBefore(80))).toMatch(
    /Sam is early\. To start now, tell them this PIN once you are inside\.6 9 7 6/,
  );
  expect(shown({ enRouteAt }, minutesBefore(50))).toBeNull();
});

test('from four hours to one before the pickup, the rider sees the PIN in case the driver comes early', () => {
  const inCase = /If Sam wants to start early, tell them this PIN once you are inside\.6 9 7 6/;
  expect(shown({}, minutesBefore(80))).toMatch(inCase);
  expect(shown({}, minutesBefore(240))).toMatch(inCase);
  expect(shown({}, minutesBefore(241))).toBeNull();
  expect(shown({ enRouteAt: minutesBefore(300).toISOString() }, minutesBefore(290))).toMatch(/Sam is early/);
  expect(shown({}, minutesBefore(60))).toBeNull();
});

test('no PIN is shown when the ride has none', () => {
  const enRouteAt = minutesBefore(90).toISOString();
  expect(shown({ enRouteAt, startPin: null }, minutesBefore(80))).toBeNull();
});
