// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordServerDate } from '#web/lib/server-clock.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { WaitingClock, waitOf } from './waiting-clock.tsx';

/** Returns an instant on the pickup day in Las Vegas. */
const at = (time: string) => new Date(`2026-11-20T${time}-08:00`);

/** The driver arrived at 6:20 PM for a pickup at 6:30. */
const ride = buildDriverRide({ arrivedAt: at('18:20:00').toISOString() });

beforeEach(() => {
  vi.useFakeTimers();
  document.body.insertAdjacentHTML('beforeend', '<p id="announcer"></p>');
});
afterEach(() => {
  document.getElementById('announcer')?.remove();
  recordServerDate(new Date().toUTCString());
  vi.useRealTimers();
});

function showAt(time: string) {
  vi.setSystemTime(at(time));
  const wait = waitOf(ride);
  if (!wait) throw new Error('The driver does not wait.');
  render(<WaitingClock wait={wait} name="Alex" />);
}

const clock = () => screen.getByRole('timer').textContent;
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));

test('the waiting time runs from arrival or the pickup time, whichever is later, until the ride begins', () => {
  expect(waitOf(buildDriverRide())).toBeNull();
  expect(waitOf({ ...ride, status: 'in_progress' })).toBeNull();
  expect(waitOf(ride)).toEqual({ since: at('18:30:00'), noShowFrom: at('18:45:00') });
  const late = buildDriverRide({ arrivedAt: at('18:38:00').toISOString() });
  expect(waitOf(late)?.noShowFrom).toEqual(at('18:53:00'));
});

test('before the pickup the clock says when the free minutes begin, then it counts them', () => {
  showAt('18:29:58');
  expect(screen.getByText('Free minutes begin at 6:30 PM')).toBeVisible();

  pass(2);
  expect(clock()).toBe('0:00');
  expect(screen.getByText('of 15:00 free')).toBeVisible();
  expect(screen.getByText('No-show can be noted from 6:45 PM.')).toBeVisible();

  pass(522);
  expect(clock()).toBe('8:42');
});

test('past the free minutes the clock counts on, and announces once that they are over', () => {
  showAt('18:44:59');
  const announced = () => document.getElementById('announcer')?.textContent;

  pass(1);
  pass(1);
  expect(announced()).toBe("The free minutes are over. You can note that Alex didn't come.");
  document.getElementById('announcer')?.replaceChildren();

  pass(79);
  expect(clock()).toBe('16:20');
  expect(screen.getByText('1:20 over')).toBeVisible();
  expect(announced()).toBe('');
});

test('the waiting clock uses the server’s time, not the device’s', () => {
  vi.setSystemTime(at('15:00:00'));
  recordServerDate(at('18:35:00').toUTCString());
  const wait = waitOf(ride);
  render(wait && <WaitingClock wait={wait} name="Alex" />);
  expect(clock()).toBe('5:00');
});
