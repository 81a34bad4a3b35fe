// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import { receiveRides, useRideStore } from '../store/ride-store.ts';
import {
  ACCEPT,
  accepted,
  giveSound,
  LOST_PITCH,
  OWN_RIDES,
  onTheWay,
  openDriveView,
  playedPitches,
  settledButton,
  setUpDriveView,
  spoken,
} from './testing/open-drive-view.tsx';

const user = userEvent.setup();

beforeEach(() => {
  setUpDriveView();
  giveSound();
});

test('a ride cancelled by its rider is shown before anything else until OK is pressed', async () => {
  await openDriveView({ [OWN_RIDES]: [200, [onTheWay]] });
  await expect.poll(() => useRideStore.getState().driverRides.phase).toBe('ready');

  act(() => receiveRides([{ ...onTheWay, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));

  expect(await screen.findByRole('alert')).toHaveTextContent(/^Alex cancelled\./);
  await settledButton('OK');
  await user.keyboard(' ');
  expect(await screen.findByText('No requests now')).toBeVisible();
});

test('a step that failed is still reported once a loss that came over it is confirmed', async () => {
  const later = buildDriverRide({ customer: { name: 'Robin Diaz', phone: '' }, scheduledTime: '21:00' });
  await openDriveView({ [OWN_RIDES]: [200, [onTheWay, later]], [ACCEPT]: [504, {}] });
  await user.click(await screen.findByRole('button', { name: 'Arrived' }));
  const failure = 'No answer. Try again.';
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(failure));
  act(() => receiveRides([{ ...later, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));

  await user.click(await settledButton('OK'));

  expect(await screen.findByRole('button', { name: 'Arrived' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
});

test('a press just as a lost ride appears does not confirm it', async () => {
  await openDriveView({ [OWN_RIDES]: [200, [onTheWay]] });
  await screen.findByRole('button', { name: 'Arrived' });
  const { passUntil } = holdTime();

  act(() => receiveRides([{ ...onTheWay, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));
  const ok = screen.getByRole('button', { name: 'OK' });
  fireEvent.click(ok);
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(screen.getByRole('alert')).toHaveTextContent(/^Alex cancelled\./);

  await passUntil(() => !ok.hasAttribute('aria-disabled'));
  fireEvent.click(ok);
  expect(screen.getByText('No requests now')).toBeVisible();
});

test('the second of two cancelled rides is shown and spoken, with its sound, once the first is confirmed', async () => {
  const second = buildDriverRide({ customer: { name: 'Robin Diaz', phone: '' }, scheduledTime: '21:00' });
  await openDriveView({ [OWN_RIDES]: [200, [accepted, second]] });
  await expect.poll(() => useRideStore.getState().driverRides.phase).toBe('ready');

  // Browsers allow sound only after a press.
  await user.click(document.body);
  for (const ride of [accepted, second])
    act(() => receiveRides([{ ...ride, version: 9, status: 'cancelled', cancelledBy: 'rider' }]));

  expect(await screen.findByRole('alert')).toHaveTextContent(/^Alex cancelled\./);
  await settledButton('OK');
  expect(playedPitches).toEqual([LOST_PITCH]);
  await user.keyboard(' ');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Robin cancelled\./));
  expect(playedPitches).toEqual([LOST_PITCH, LOST_PITCH]);
  expect(spoken.slice(-2)).toEqual(['Alex cancelled.', 'Robin cancelled.']);
  await settledButton('OK');
  await user.keyboard(' ');
  expect(await screen.findByText('No requests now')).toBeVisible();
});

test('a ride completed by dispatch ends in the Drive view, even while its completion is being confirmed', async () => {
  const ride = { ...accepted, status: 'in_progress' as const };
  const fare = { paidCents: 15_982, fareCents: 15_982, baseCents: 11_000, gratuityCents: 2_138 };
  await openDriveView({
    [OWN_RIDES]: [200, [ride]],
    [`GET /api/rides/${ride.id}/completion`]: [
      200,
      { ...fare, waitingCents: 0, usedHours: null, byHours: [] },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Complete' }));
  await screen.findByText(/^Complete\?/);

  const completed = { version: 9, status: 'completed', completedBy: 'staff', driverShare: '$82.13' } as const;
  act(() => receiveRides([{ ...ride, ...completed }]));

  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Dispatch completed your ride\..*Your share: \$82\.13/,
  );
  await settledButton('OK');
  await user.keyboard(' ');
  expect(await screen.findByText('No requests now')).toBeVisible();
});
