// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { onResync } from '#web/lib/active-lists.ts';
import { buildDriverRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { beginDriverRides, receiveRides, useRideStore } from '../store/ride-store.ts';
import { useContactWindows } from './use-contact-windows.ts';

const JITTERED_MS = 2_000;
const DAY_MS = 86_400_000;

/** A pickup today at 6:30 PM, point-to-point, planned for 45 minutes. */
const PICKUP = Date.parse('2026-11-20T18:30:00-08:00');
const hidden = buildDriverRide({ customer: { name: 'Alex Morgan', phone: null } });
const shown = { ...hidden, customer: { name: 'Alex Morgan', phone: '(702) 555-0142' } };
const expired = { ...hidden, customer: null };

beforeEach(() => {
  vi.useFakeTimers();
  useRideStore.setState(useRideStore.getInitialState());
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders a driver's page at an instant, with the ride `before`. Later requests return `answer`. */
function openAt(atMs: number, before: typeof hidden, answer: typeof hidden | typeof expired) {
  vi.setSystemTime(atMs);
  receiveRides([before], beginDriverRides(DRIVER_ID));
  const load = vi.fn(async () => {
    receiveRides([answer], beginDriverRides(DRIVER_ID));
    return true;
  });
  onTestFinished(onResync(load));
  const view = renderHook(() => {
    const list = useRideStore(({ driverRides }) => driverRides);
    useContactWindows(list);
    return list.rides[before.id]?.customer;
  });
  return { load, customer: () => view.result.current };
}

test('an open page reloads the ride once, when the rider’s phone number becomes available', async () => {
  const { load, customer } = openAt(PICKUP - DAY_MS - 60_000, hidden, shown);
  await pass(59_000);
  expect(load).not.toHaveBeenCalled();
  expect(customer()).toEqual(hidden.customer);

  await pass(JITTERED_MS + 1_000);
  expect(load).toHaveBeenCalledOnce();
  expect(customer()).toEqual(shown.customer);
  await pass(3_600_000);
  expect(load).toHaveBeenCalledOnce();
});

test('a request made slightly too early is retried once', async () => {
  const { load } = openAt(PICKUP - DAY_MS - 1, hidden, hidden);
  await pass(10 * 60_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('the customer’s contact is removed one day after the planned end of the ride', async () => {
  const { load, customer } = openAt(PICKUP + 45 * 60_000 + DAY_MS - 60_000, shown, expired);
  await pass(60_000 + JITTERED_MS);
  expect(load).toHaveBeenCalledOnce();
  expect(customer()).toBeNull();
});

test('a ride 60 days ahead, beyond the maximum timer delay, is reloaded when its contact is due', async () => {
  const { load } = openAt(PICKUP - 60 * DAY_MS, hidden, shown);
  // Longer than the maximum delay of a timer.
  await pass(30 * DAY_MS);
  await pass(28 * DAY_MS);
  expect(load).not.toHaveBeenCalled();
  await pass(DAY_MS + JITTERED_MS);
  expect(load).toHaveBeenCalledOnce();
});
