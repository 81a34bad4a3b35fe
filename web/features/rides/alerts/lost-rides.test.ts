// @vitest-environment jsdom
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import type { RemovalReason } from '#common/rides/ride-events.ts';
import { toast, useToastStore } from '#web/components/ui/toast.ts';
import { ToastRegion } from '#web/components/ui/toast-region.tsx';
import { buildDriverRide, buildOffer, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { acceptRide, giveRideBack } from '../api/driver-actions.ts';
import {
  emptyRideList,
  mergeRideSnapshot,
  mergeRides,
  type RideList,
  removeRides,
} from '../store/ride-list.ts';
import { beginDriverRides, forgetRidesOf } from '../store/ride-store.ts';
import { cancelledRides, removedRides, useLostRideNotices } from './lost-rides.ts';

function listOf(...rides: DriverRide[]): RideList<DriverRide> {
  const before = emptyRideList(DRIVER_ID);
  return mergeRideSnapshot<DriverRide>(before, { before, rides, at: NOW });
}

const removed = (list: RideList<DriverRide>, ride: DriverRide, reason: RemovalReason = 'unassigned') =>
  removeRides(list, [{ id: ride.id, version: ride.version + 1, reason }], NOW);

const cancelled = (ride: DriverRide, cancelledBy: DriverRide['cancelledBy']): DriverRide => ({
  ...ride,
  status: 'cancelled',
  version: ride.version + 1,
  cancelledBy,
});

const ROUTE = 'Harry Reid International Airport to Bellagio Hotel & Casino';
const newestToast = () => useToastStore.getState().newest;
const announced = () => document.getElementById('announcer')?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  document.body.innerHTML = '<div id="announcer"></div>';
  useToastStore.setState({ newest: null });
});
afterEach(() => void vi.useRealTimers());

test('removedRides returns the rides that left the list, and none when the list’s owner changes', () => {
  const [ahead, other] = [buildDriverRide(), buildDriverRide()];
  const list = listOf(ahead, other);

  const now = removed(list, ahead);

  expect(removedRides(list, now)).toEqual([ahead]);
  expect(removedRides(now, list)).toEqual([]);
  expect(removedRides(list, emptyRideList('e'.repeat(24)))).toEqual([]);
});

test('a ride cancelled by its rider shows a sticky toast with an OK button', () => {
  const ride = buildDriverRide();
  const list = listOf(ride);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });
  expect(newestToast()).toBeNull();

  rerender(mergeRides(list, [cancelled(ride, 'rider')], NOW));

  expect(newestToast()).toMatchObject({
    kind: 'error',
    title: 'Alex cancelled',
    description: 'Harry Reid International Airport to Bellagio Hotel & Casino, 6:30 PM.',
    action: { label: 'OK', isSticky: true },
  });
});

test('a cancelled ride of another day is named with its day', () => {
  const ride = buildDriverRide({ scheduledDate: '2026-11-27' });
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });

  rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW));

  expect(newestToast()?.description).toBe(`${ROUTE}, Fri 27 Nov, 6:30 PM.`);
});

test('OK dismisses the toast of a cancelled ride, and it does not come back after another toast', async () => {
  const ride = buildDriverRide();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  onTestFinished(() => void vi.unstubAllGlobals());
  render(createElement(ToastRegion));
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });
  act(() => rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW)));
  expect(await screen.findByRole('alert')).toHaveTextContent('Alex cancelled');

  await userEvent.click(screen.getByRole('button', { name: 'OK' }));

  expect(newestToast()).toBeNull();
  await waitFor(() => expect(screen.queryByText('Alex cancelled')).toBeNull());
  act(() => toast.success('Status updated'));
  act(() => useToastStore.setState({ newest: null }));
  expect(newestToast()).toBeNull();
});

test('when the rider is a guest, the toast says that the person who booked cancelled', () => {
  const ride = { ...buildDriverRide(), isForGuest: true };
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });

  rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW));

  expect(newestToast()).toMatchObject({ title: 'The person who booked cancelled' });
});

test('several rides cancelled by dispatch share one toast; a no-show and earlier cancellations do not count', () => {
  const [first, second, missed] = [buildDriverRide(), buildDriverRide(), buildDriverRide()];
  const list = listOf(first, second, missed);
  const gone = [
    cancelled(first, 'operations'),
    cancelled(second, 'operations'),
    cancelled(missed, 'no_show'),
  ];
  const now = mergeRides(list, gone, NOW);

  expect(cancelledRides(list, now).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(cancelledRides(now, now)).toEqual([]);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });
  rerender(now);
  expect(newestToast()?.title).toBe('2 rides were cancelled');
});

test('a ride completed by dispatch shows a sticky toast with the share; one completed by the driver none', () => {
  const [ride, own] = [
    buildDriverRide({ status: 'in_progress' }),
    buildDriverRide({ status: 'in_progress' }),
  ];
  const completed = {
    status: 'completed',
    version: 9,
    actualFare: '$120.00',
    driverShare: '$82.13',
  } as const;
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride, own) });

  const byDriver = mergeRides(listOf(ride, own), [{ ...own, ...completed, completedBy: 'driver' }], NOW);
  rerender(byDriver);
  expect(newestToast()).toBeNull();
  rerender(mergeRides(byDriver, [{ ...ride, ...completed, completedBy: 'staff' }], NOW));

  expect(newestToast()).toMatchObject({
    title: 'Dispatch completed your ride',
    description: 'Harry Reid International Airport to Bellagio Hotel & Casino. Your share: $82.13.',
    action: { label: 'OK', isSticky: true },
  });
});

test('toasts for rides lost in succession are shown one at a time, each after the one before closes', async () => {
  const [ride, next, last] = [buildDriverRide(), buildDriverRide(), buildDriverRide()];
  const list = listOf(ride, next, last);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });
  const without = mergeRides(list, [cancelled(ride, 'rider')], NOW);
  rerender(without);

  const onlyLast = removed(without, next, 'reassigned');
  rerender(onlyLast);
  rerender(removed(onlyLast, last, 'unassigned'));

  expect(newestToast()).toMatchObject({ title: 'Alex cancelled', action: { label: 'OK' } });
  await expect.poll(announced).toBe(`No longer your ride. ${ROUTE} was taken off your list by dispatch.`);
  useToastStore.setState({ newest: null });
  expect(newestToast()).toMatchObject({ kind: 'notice', description: `${ROUTE} went to another driver.` });
  useToastStore.setState({ newest: null });
  expect(newestToast()?.description).toBe(`${ROUTE} was taken off your list by dispatch.`);
  useToastStore.setState({ newest: null });
  expect(newestToast()).toBeNull();
});

test('a lost ride is announced while an Undo toast is shown, and its own toast follows when that closes', async () => {
  const ride = buildDriverRide();
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });
  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });

  rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW));

  expect(newestToast()?.title).toBe('Ride accepted!');
  await expect.poll(announced).toBe(`Alex cancelled. ${ROUTE}, 6:30 PM.`);
  useToastStore.setState({ newest: null });
  expect(newestToast()).toMatchObject({ title: 'Alex cancelled', action: { label: 'OK', isSticky: true } });
});

test('a lost-ride toast that was replaced before OK was pressed comes back once the others close', () => {
  const ride = buildDriverRide();
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });
  rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW));

  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });
  toast.success('Status updated');
  expect(newestToast()?.title).toBe('Status updated');
  useToastStore.setState({ newest: null });

  expect(newestToast()).toMatchObject({ title: 'Alex cancelled', action: { label: 'OK', isSticky: true } });
  useToastStore.setState({ newest: null });
  expect(newestToast()).toBeNull();
});

test('a ride lost while the page is hidden shows its toast when the page becomes visible', () => {
  const ride = buildDriverRide();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });
  rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW));
  expect(newestToast()).toBeNull();

  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));

  expect(newestToast()).toMatchObject({ kind: 'error', title: 'Alex cancelled' });
});

test('a queued lost-ride toast is dropped when the driver signs out', () => {
  const ride = buildDriverRide();
  beginDriverRides(DRIVER_ID);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: listOf(ride) });
  toast.success('Ride accepted!', undefined, { label: 'Undo', onPress: () => {} });
  rerender(mergeRides(listOf(ride), [cancelled(ride, 'rider')], NOW));

  forgetRidesOf('driver');
  useToastStore.setState({ newest: null });

  expect(newestToast()).toBeNull();
});

test('a ride that the driver gives back shows no lost-ride toast', async () => {
  const ride = buildDriverRide();
  await answerApi({
    [`POST /api/rides/${ride.id}/give-back`]: [
      200,
      { id: ride.id, version: ride.version + 1, reason: 'given_back' },
    ],
  });
  const list = listOf(ride);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });

  await giveRideBack(ride.id, 'Sick');
  rerender(removed(list, ride));
  expect(newestToast()).toBeNull();

  rerender(list);
  rerender(removed(list, ride));
  expect(newestToast()).toMatchObject({ title: 'No longer your ride' });
});

test('a ride given back before the reply to its accept shows no lost-ride toast', async () => {
  const offer = buildOffer();
  const ride = buildDriverRide({ ...offer, version: offer.version + 1 });
  const reply = deferred<readonly [number, unknown]>();
  await answerApi({
    [`PATCH /api/rides/${ride.id}/status`]: () => reply.promise,
    [`POST /api/rides/${ride.id}/give-back`]: [
      200,
      { id: ride.id, version: ride.version + 1, reason: 'given_back' },
    ],
  });
  const accepting = acceptRide(offer.id, DRIVER_ID, { revision: offer.revision });
  const list = listOf(ride);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });
  await giveRideBack(ride.id, 'Undone');

  reply.resolve([200, ride]);
  await accepting;
  rerender(removed(list, ride));

  expect(newestToast()).toBeNull();
});

test.each([
  ['reassigned', 'went to another driver.'],
  ['unassigned', 'was taken off your list by dispatch.'],
] as const)('the toast for a ride that is %s says that it %s', (reason, words) => {
  const ride = buildDriverRide();
  const list = listOf(ride);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });

  rerender(removed(list, ride, reason));

  expect(newestToast()?.description).toBe(
    `Harry Reid International Airport to Bellagio Hotel & Casino ${words}`,
  );
});

test.each(['completed', 'cancelled'] as const)(
  'a %s ride that leaves the list is not in removedRides and shows no toast, unlike an active one',
  (status) => {
    const [over, active] = [buildDriverRide({ status }), buildDriverRide()];
    const list = listOf(over, active);
    const { rerender } = renderHook(useLostRideNotices, { initialProps: list });

    const without = mergeRideSnapshot<DriverRide>(list, { before: list, rides: [active], at: NOW });
    expect(without.rides[over.id]).toBeUndefined();
    expect(removedRides(list, without)).toEqual([]);
    rerender(without);
    expect(newestToast()).toBeNull();

    rerender(removed(without, active));
    expect(newestToast()?.title).toBe('No longer your ride');
  },
);

test('a ride given back on another device shows no toast; one that is missing from a snapshot does', () => {
  const [given, gone] = [buildDriverRide(), buildDriverRide()];
  const list = listOf(given, gone);
  const { rerender } = renderHook(useLostRideNotices, { initialProps: list });

  const without = removed(list, given, 'given_back');
  rerender(without);
  expect(newestToast()).toBeNull();

  rerender(mergeRideSnapshot<DriverRide>(without, { before: without, rides: [], at: NOW }));
  expect(newestToast()?.description).toMatch(/is off your list\.$/);
});
