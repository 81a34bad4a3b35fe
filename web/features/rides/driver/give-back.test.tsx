// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { recordServerDate } from '#web/lib/server-clock.ts';
import { buildDriverRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { answerApi, callsArrived } from '#web/testing/serve-api.ts';
import { beginDriverRides, clearRides, receiveRides, useRideStore } from '../store/ride-store.ts';
import { RideMenu } from './ride-menu.tsx';

const ride = buildDriverRide();
const GIVE_BACK = `POST /api/rides/${ride.id}/give-back`;
const newestToast = () => useToastStore.getState().newest;

beforeEach(() => {
  vi.setSystemTime(NOW);
  clearRides();
  useToastStore.setState({ newest: null });
  receiveRides([ride], beginDriverRides(DRIVER_ID));
  // jsdom does not support popovers. Their content counts as shown.
  HTMLElement.prototype.hidePopover ??= () => {};
});
afterEach(() => {
  recordServerDate(new Date().toUTCString());
  vi.useRealTimers();
});

const openMenu = () => render(<RideMenu ride={ride} now={NOW} />);
const hidden = { hidden: true };

async function openDialog() {
  openMenu();
  await userEvent.click(screen.getByRole('button', { name: 'Give this ride back', ...hidden }));
  return screen.findByRole('dialog', { name: 'Give this ride back?' });
}

test('giving a ride back sends the reason and removes the ride from the list', async () => {
  const calls = await answerApi({
    [GIVE_BACK]: [200, { id: ride.id, version: ride.version + 1, reason: 'given_back' }],
  });
  const dialog = await openDialog();
  expect(dialog.textContent).toContain('You can give it back until 4:30 PM, two hours before the pickup.');

  await userEvent.click(screen.getByRole('radio', { name: 'Vehicle trouble' }));
  await userEvent.click(screen.getByRole('button', { name: 'Give it back' }));

  await expect.poll(() => newestToast()?.title).toBe('Ride given back');
  expect(newestToast()?.description).toBe('It is open to other drivers again.');
  expect(calls).toMatchObject([{ call: GIVE_BACK, body: { reason: 'Vehicle trouble' } }]);
  expect(useRideStore.getState().driverRides.rides).toEqual({});
});

test('giving back needs a reason, which may be the driver’s own words', async () => {
  const calls = await answerApi({
    [GIVE_BACK]: [200, { id: ride.id, version: ride.version + 1, reason: 'given_back' }],
  });
  await openDialog();

  await userEvent.click(screen.getByRole('button', { name: 'Give it back' }));
  expect(screen.getByText('Please give a reason.')).toBeVisible();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Sick' }));

  await userEvent.click(screen.getByRole('radio', { name: 'Something else' }));
  await userEvent.click(screen.getByRole('button', { name: 'Give it back' }));
  const field = screen.getByRole('textbox', { name: 'What is it?' });
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('maxLength', 200);
  await callsArrived();
  expect(calls).toEqual([]);

  await userEvent.type(field, 'My child is in hospital');
  await userEvent.click(screen.getByRole('button', { name: 'Give it back' }));
  await expect.poll(() => newestToast()?.title).toBe('Ride given back');
  expect(calls).toMatchObject([{ body: { reason: 'My child is in hospital' } }]);
});

test('a refused give-back shows the reason and keeps the ride', async () => {
  const refusal = { code: 'RIDE_STATE_CONFLICT', message: 'It is too late to give this ride back.' };
  await answerApi({ [GIVE_BACK]: [409, refusal] });
  await openDialog();

  await userEvent.click(screen.getByRole('radio', { name: 'Sick' }));
  await userEvent.click(screen.getByRole('button', { name: 'Give it back' }));

  await expect.poll(() => newestToast()?.description).toBe(refusal.message);
  expect(Object.keys(useRideStore.getState().driverRides.rides)).toEqual([ride.id]);
});

test('from two hours before the pickup, the menu offers only a call to dispatch', () => {
  vi.setSystemTime(new Date('2026-11-20T16:30:00-08:00'));
  openMenu();
  expect(screen.queryByRole('button', { name: 'Give this ride back', ...hidden })).toBeNull();
  const dispatch = screen.getByRole('link', { name: 'Call dispatch, (702) 555-0100', ...hidden });
  expect(dispatch.getAttribute('href')).toBe('tel:+17025550100');
});
