// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildDriverRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { beginDriverRides, clearRides, receiveRides, useRideStore } from '../store/ride-store.ts';
import { DriverRideCard } from './driver-ride-card.tsx';

function show(ride: DriverRide) {
  render(<DriverRideCard ride={ride} now={NOW} renderVehicle={() => null} />);
  return screen.getByRole('article');
}

const newestToast = () => useToastStore.getState().newest;

beforeEach(() => useToastStore.setState({ newest: null }));

test('the card lets a driver call the rider, see their share, and start the ride', async () => {
  const ride = buildDriverRide({ specialRequests: 'One child seat, please' });
  const calls = await answerApi({
    [`PATCH /api/rides/${ride.id}/status`]: [200, { ...ride, version: 4, status: 'in_progress' }],
  });
  const card = show(ride);
  expect(screen.getByRole('link', { name: 'Call rider' }).getAttribute('href')).toBe('tel:7025550142');
  for (const part of ['Alex Morgan', 'One child seat, please', 'Your share $109.38'])
    expect(card.textContent).toContain(part);

  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));

  await expect.poll(() => newestToast()?.title).toBe('Status updated');
  expect(calls).toMatchObject([{ body: { status: 'in_progress' } }]);
});

test('a ride in progress is completed for the hours used or another amount, within the paid amount', async () => {
  const ride = buildDriverRide({ status: 'in_progress', customer: null });
  const quote: CompletionQuote = {
    paidCents: 15_982,
    fareCents: 15_982,
    baseCents: 11_000,
    gratuityCents: 2_438,
    waitingCents: 300,
    usedHours: 1.5,
    byHours: [0.5, 1, 1.5, 2].map((hours) => ({ hours, fareCents: hours * 7_990 })),
  };
  const calls = await answerApi({
    [`GET /api/rides/${ride.id}/completion`]: [200, quote],
    [`PATCH /api/rides/${ride.id}/complete`]: [200, { ...ride, version: 4, status: 'completed' }],
  });
  show(ride);
  expect(screen.queryByRole('link', { name: 'Call rider' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Complete Ride' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete this ride?' }));
  expect(await dialog.findByRole('spinbutton', { name: 'Hours used' })).toHaveValue('1.5');
  // The waiting fee reduces the refund by $3.
  expect(dialog.getByText('The rider gets back').nextSibling).toHaveTextContent('$36.97');
  expect(dialog.getByText('Your share').nextSibling).toHaveTextContent('$86.67');

  await userEvent.click(dialog.getByRole('button', { name: 'More hours' }));
  expect(dialog.queryByText('The rider gets back')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Other amount' }));
  const amount = dialog.getByRole('textbox', { name: 'Final fare' });
  await userEvent.clear(amount);
  await userEvent.type(amount, '160');
  expect(dialog.getByText('Please enter $159.82 or less.')).toBeVisible();
  await userEvent.clear(amount);
  await userEvent.type(amount, '150');
  await userEvent.click(dialog.getByRole('button', { name: 'Complete Ride' }));

  await expect.poll(() => newestToast()?.title).toBe('Ride completed!');
  expect(sent(calls, `PATCH /api/rides/${ride.id}/complete`).at(-1)).toMatchObject({ actualFare: '$150.00' });
});

test('a refused status change shows the reason', async () => {
  const ride = buildDriverRide();
  const conflict = { message: 'This ride was cancelled.', code: 'RIDE_STATE_CONFLICT' };
  await answerApi({ [`PATCH /api/rides/${ride.id}/status`]: [409, conflict] });
  show(ride);

  await userEvent.click(screen.getByRole('button', { name: 'Start Ride' }));

  await expect.poll(() => newestToast()?.description).toBe(conflict.message);
});

test('a completed ride has no buttons', () => {
  show(buildDriverRide({ status: 'completed' }));
  expect(screen.queryByRole('button')).toBeNull();
});

test('special requests are shown as text, not as HTML', () => {
  const typed = '<img src=x onerror=alert(1)>';
  const card = show(buildDriverRide({ specialRequests: typed }));
  expect(card.textContent).toContain(typed);
  expect(card.querySelector('img')).toBeNull();
});

test('an early start asks for confirmation, and is then sent with confirmEarly', async () => {
  const ride = buildDriverRide();
  const early = { code: 'TOO_EARLY', message: 'The pickup is on Fri 27 Nov, 6:30 PM. Start it now?' };
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

  await expect.poll(() => newestToast()?.title).toBe('Status updated');
  expect(sent(calls, `PATCH /api/rides/${ride.id}/status`).at(-1)).toEqual({
    status: 'in_progress',
    confirmEarly: true,
  });
});

/** The card of the ride in the store. */
function StoredCard({ rideId }: { rideId: string }) {
  const ride = useRideStore(({ driverRides }) => driverRides.rides[rideId]);
  return ride && <DriverRideCard ride={ride} now={NOW} renderVehicle={() => null} />;
}

function showStored(ride: DriverRide) {
  clearRides();
  receiveRides([ride], beginDriverRides(DRIVER_ID));
  render(<StoredCard rideId={ride.id} />);
}

const currentStep = () => screen.queryByRole('listitem', { current: 'step' })?.textContent;

test('a driver sets off, arrives and starts by keyboard, and the focus moves to each next step', async () => {
  const accepted = buildDriverRide();
  const enRoute = { ...accepted, version: 4, enRouteAt: '2026-11-21T02:14:00.000Z' };
  const arrived = { ...enRoute, version: 5, arrivedAt: '2026-11-21T02:28:00.000Z' };
  const replies: Record<string, DriverRide> = {
    en_route: enRoute,
    arrived,
    in_progress: { ...arrived, version: 6, status: 'in_progress' },
  };
  const calls = await answerApi({
    [`PATCH /api/rides/${accepted.id}/status`]: ({ body }) => [200, replies[Object(body).status]],
  });
  showStored(accepted);
  expect(screen.getByRole('heading', { name: 'Pick up Alex at 6:30 PM' })).toBeVisible();
  expect(currentStep()).toBeUndefined();

  for (const [label, next, step] of [
    ["I'm on my way", 'Arrived', 'On the way6:14 PM'],
    ['Arrived', 'Start Ride', 'Arrived6:28 PM'],
    ['Start Ride', 'Complete Ride', 'In progress'],
  ] as const) {
    const button = screen.getByRole('button', { name: label });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const nextButton = await screen.findByRole('button', { name: next });
    expect(document.activeElement).toBe(nextButton);
    expect(currentStep()).toBe(step);
  }
  expect(calls.map(({ body }) => Object(body).status)).toEqual(['en_route', 'arrived', 'in_progress']);
});

test('a refused step does not move the focus later, when the ride advances by itself', async () => {
  const ride = buildDriverRide();
  await answerApi({
    [`PATCH /api/rides/${ride.id}/status`]: [409, { code: 'RIDE_STATE_CONFLICT', message: 'No.' }],
  });
  showStored(ride);
  await userEvent.click(screen.getByRole('button', { name: "I'm on my way" }));
  await expect.poll(() => newestToast()?.description).toBe('No.');
  act(() => (document.activeElement as HTMLElement).blur());

  act(() => receiveRides([{ ...ride, version: 4, enRouteAt: NOW.toISOString() }]));

  expect(screen.getByRole('button', { name: 'Arrived' })).not.toBe(document.activeElement);
});

/**
 * Builds a ride whose driver arrived at 6:35 PM, after the pickup time, and stops the clock five seconds
 * after the free minutes.
 */
function buildOverdue(): DriverRide {
  vi.useFakeTimers({ now: new Date('2026-11-21T02:50:05.000Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return buildDriverRide({ arrivedAt: '2026-11-21T02:35:00.000Z' });
}

const FEE = { feeCents: 1_500, backCents: 21_858 };

test('after the free minutes a no-show can be recorded, with the fee and the driver’s share shown', async () => {
  const ride = buildOverdue();
  const missed: DriverRide = {
    ...ride,
    version: 4,
    status: 'cancelled',
    cancelledBy: 'no_show',
    driverShare: '$12.00',
  };
  const calls = await answerApi({
    [`GET /api/rides/${ride.id}/no-show`]: [200, FEE],
    [`POST /api/rides/${ride.id}/no-show`]: [200, missed],
  });
  showStored(ride);
  expect(screen.getByText('0:05 over')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'No-show' }));
  const dialog = await screen.findByRole('dialog', { name: "Alex didn't come?" });
  await screen.findByText(
    'The ride ends here. Alex pays $15.00, of which $12.00 is yours, and gets the rest back.',
  );
  expect(dialog.textContent).toContain('Harry Reid International Airport');
  await userEvent.click(screen.getByRole('button', { name: 'Keep waiting' }));
  expect(calls.map(({ call }) => call)).toEqual([`GET /api/rides/${ride.id}/no-show`]);

  await userEvent.click(screen.getByRole('button', { name: 'No-show' }));
  await screen.findByText(/^The ride ends here/);
  await userEvent.click(screen.getByRole('button', { name: 'Note no-show' }));

  await expect.poll(() => newestToast()?.title).toBe('No-show noted');
  expect(newestToast()?.description).toBe('Your share of the fee: $12.00.');
  expect(useRideStore.getState().driverRides.rides[ride.id]).toMatchObject({ cancelledBy: 'no_show' });
});

test('a refused no-show shows the reason, and it cannot be sent before its fee has loaded', async () => {
  const ride = buildOverdue();
  const replies: ApiReplies = {
    [`GET /api/rides/${ride.id}/no-show`]: [400, {}],
    [`POST /api/rides/${ride.id}/no-show`]: [
      409,
      { code: 'RIDE_STATE_CONFLICT', message: 'Please wait until 6:46 PM.' },
    ],
  };
  await answerApi(replies);
  showStored(ride);
  await userEvent.click(screen.getByRole('button', { name: 'No-show' }));
  const note = await screen.findByRole('button', { name: 'Note no-show' });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(note.getAttribute('aria-disabled')).toBe('true');

  replies[`GET /api/rides/${ride.id}/no-show`] = [200, FEE];
  await userEvent.click(again);
  await screen.findByText(/^The ride ends here/);
  await userEvent.click(note);

  await expect.poll(() => newestToast()?.description).toBe('Please wait until 6:46 PM.');
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('before a no-show of a ride of which nothing goes back, the driver reads of no refund', async () => {
  const ride = buildOverdue();
  await answerApi({ [`GET /api/rides/${ride.id}/no-show`]: [200, { ...FEE, backCents: 0 }] });
  showStored(ride);

  await userEvent.click(screen.getByRole('button', { name: 'No-show' }));

  expect(
    await screen.findByText('The ride ends here. Alex pays $15.00, of which $12.00 is yours.'),
  ).toBeVisible();
});

test('the No-show button is hidden until the free minutes are over', () => {
  show(buildDriverRide({ arrivedAt: NOW.toISOString(), scheduledDate: '2099-01-01' }));
  expect(screen.queryByRole('button', { name: 'No-show' })).toBeNull();
});
