// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { DriverRide } from '#common/rides/ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide, NOW } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { DriverRideCard } from './driver-ride-card.tsx';

function show(ride: DriverRide) {
  render(<DriverRideCard ride={ride} now={NOW} renderVehicle={() => null} />);
  return screen.getByRole('article');
}

const newestToast = () => useToastStore.getState().newest;

test('a driver can call the rider, sees the share, and starts the ride', async () => {
  const ride = buildDriverRide({ specialRequests: 'One child seat, please' });
  const calls = await answerApi({
    [`PATCH /api/rides/${ride.id}/status`]: [200, { ...ride, version: 4, status: 'in_progress' }],
  });
  const card = show(ride);
  expect(screen.getByRole('link', { name: 'Call rider' }).getAttribute('href')).toBe('tel:7025550142');
  for (const part of ['Alex Morgan', 'One child seat, please', 'Your share $109.38'])
    expect(card.textContent).toContain(part);

  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));

  await vi.waitUntil(() => newestToast()?.title === 'Status updated');
  expect(calls).toMatchObject([{ body: { status: 'in_progress' } }]);
});

test('a ride in progress is completed for its estimated fare', async () => {
  const ride = buildDriverRide({ status: 'in_progress', customer: null });
  const calls = await answerApi({
    [`PATCH /api/rides/${ride.id}/complete`]: [200, { ...ride, version: 4, status: 'completed' }],
  });
  show(ride);
  expect(screen.queryByRole('link', { name: 'Call rider' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Complete Ride' }));

  await vi.waitUntil(() => newestToast()?.title === 'Ride completed!');
  expect(calls).toMatchObject([{ body: { actualFare: '$159.82' } }]);
});

test('a step that is refused says why', async () => {
  const ride = buildDriverRide();
  const conflict = { message: 'This ride was cancelled.', code: 'RIDE_STATE_CONFLICT' };
  await answerApi({ [`PATCH /api/rides/${ride.id}/status`]: [409, conflict] });
  show(ride);

  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));

  await vi.waitUntil(() => newestToast()?.description === conflict.message);
});

test('a ride that is over offers no step', () => {
  show(buildDriverRide({ status: 'completed' }));
  expect(screen.queryByRole('button')).toBeNull();
});

test('what a rider typed is shown as text', () => {
  const typed = '<img src=x onerror=alert(1)>';
  const card = show(buildDriverRide({ specialRequests: typed }));
  expect(card.textContent).toContain(typed);
  expect(card.querySelector('img')).toBeNull();
});

test('an early start asks first, and is sent as confirmed', async () => {
  const ride = buildDriverRide();
  const early = { code: 'TOO_EARLY', message: 'This ride is on Fri 27 Nov. Start it now?' };
  const calls = await answerApi({
    [`PATCH /api/rides/${ride.id}/status`]: ({ body }) =>
      Object(body).confirmEarly ? [200, { ...ride, version: 4, status: 'in_progress' }] : [409, early],
  });
  show(ride);

  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));
  await screen.findByRole('dialog', { name: early.message });
  await userEvent.click(screen.getByRole('button', { name: 'Not yet' }));
  expect(screen.queryByRole('dialog')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Start it now' }));

  await vi.waitUntil(() => newestToast()?.title === 'Status updated');
  expect(calls.at(-1)?.body).toEqual({ status: 'in_progress', confirmEarly: true });
});
