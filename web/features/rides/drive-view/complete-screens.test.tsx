// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { buildDriverRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { callsArrived, sent } from '#web/testing/serve-api.ts';
import { receiveRides } from '../store/ride-store.ts';
import { OWN_RIDES, openDriveView, setUpDriveView, spoken, WHOLE } from './testing/open-drive-view.tsx';

const user = userEvent.setup();

/** A ride booked for four hours, of which three and a half are used. */
const BY_HOURS: CompletionQuote = {
  ...WHOLE,
  paidCents: 40_000,
  fareCents: 40_000,
  baseCents: 30_000,
  gratuityCents: 6_000,
  usedHours: 3.5,
  byHours: [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map((hours) => ({ hours, fareCents: hours * 10_000 })),
};

const driven = buildDriverRide({ hours: 4, bookingType: 'hourly', status: 'in_progress' });
const COMPLETION = `GET /api/rides/${driven.id}/completion`;
const COMPLETE = `PATCH /api/rides/${driven.id}/complete`;

beforeEach(setUpDriveView);

test('an hourly ride is completed for hours chosen by keys or buttons, and the refund is spoken', async () => {
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [driven]],
    [COMPLETION]: [200, BY_HOURS],
    [COMPLETE]: [200, { ...driven, version: 9, status: 'completed' }],
  });
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  const hours = await screen.findByRole('status', { name: 'Hours used' });
  expect(hours).toHaveTextContent('3.5');
  expect(spoken.at(-1)).toBe(
    'Hours used. Three and a half hours. Of four hours. Alex gets back fifty dollars.',
  );
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Fewer hours' }));
  expect(hours).toHaveTextContent('3');
  expect(screen.getByText('$100.00')).toBeVisible();
  expect(spoken.at(-1)).toBe('Hours used. Three hours. Of four hours. Alex gets back one hundred dollars.');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByText('Nothing goes back.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'More hours' })).toHaveAttribute('aria-disabled');
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByRole('button', { name: 'Next' }));

  expect(spoken.at(-1)).toBe(
    'Complete? Three and a half hours. Alex gets back fifty dollars. Your share is two hundred sixty-three dollars.',
  );
  await user.click(screen.getByRole('button', { name: 'Hours' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));

  await screen.findByText('Completed');
  expect(sent(calls, COMPLETE).at(-1)).toMatchObject({ actualFare: '$350.00' });
});

test('a final fare below half of the paid amount shows no refund or share, as dispatch checks it first', async () => {
  await openDriveView({
    [OWN_RIDES]: [200, [driven]],
    [COMPLETION]: [200, { ...BY_HOURS, usedHours: 1.5 }],
  });
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await screen.findByText(/dispatch checks it first/);
  expect(spoken.at(-1)).toBe('Hours used. One and a half hours. Of four hours. Dispatch checks this first.');
  await user.click(screen.getByRole('button', { name: 'Next' }));

  expect(screen.getByText(/dispatch checks it first/)).toBeVisible();
  expect(screen.queryByText(/gets back|Your share/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hours' }));
  await user.keyboard('{ArrowUp}');
  expect(screen.getByText('$200.00')).toBeVisible();
});

test('after completing for a fare that dispatch checks first, no share is shown, and none is announced before', async () => {
  document.body.insertAdjacentHTML('beforeend', '<p id="announcer"></p>');
  onTestFinished(() => document.getElementById('announcer')?.remove());
  const fareReview = { proposedCents: 15_000, pendingSince: '2026-11-21T00:12:00.000Z' };
  const completed = { ...driven, version: 9, status: 'completed', fareReview, driverShare: '$0.00' };
  await openDriveView({
    [OWN_RIDES]: [200, [driven]],
    [COMPLETION]: [200, { ...BY_HOURS, usedHours: 1.5 }],
    [COMPLETE]: [200, completed],
  });
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await expect
    .poll(() => document.getElementById('announcer')?.textContent)
    .toBe('Complete? 1.5 hours. Less than half of what was paid: dispatch checks it first.');
  await user.click(screen.getByRole('button', { name: 'Yes' }));

  await screen.findByText('Completed');
  expect(screen.getByText('Dispatch checks the final fare. Your share follows.')).toBeVisible();
  expect(screen.queryByText('$0.00')).toBeNull();
});

test('when the completion quote fails, an error is shown, nothing is sent, and Complete can be pressed again', async () => {
  let answers = false;
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [driven]],
    [COMPLETION]: () => (answers ? [200, BY_HOURS] : [500, { code: 'INTERNAL', message: 'No answer.' }]),
  });
  const complete = () => screen.findByRole('button', { name: 'Complete' });
  await user.click(await complete());
  expect(await screen.findByRole('alert')).toHaveTextContent('No answer.');

  answers = true;
  await user.click(await complete());
  expect(await screen.findByRole('button', { name: 'Next' })).toBeVisible();
  await callsArrived();
  expect(sent(calls, COMPLETE)).toEqual([]);
});

test('the chosen hours survive a change of the ride, and the ride is not completed for outdated sums', async () => {
  const renewed = deferred<CompletionQuote>();
  let reading: Promise<CompletionQuote> = Promise.resolve(BY_HOURS);
  const { calls } = await openDriveView({
    [OWN_RIDES]: [200, [driven]],
    [COMPLETION]: async () => [200, await reading],
    [COMPLETE]: [200, { ...driven, version: 9, status: 'completed' }],
  });
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await user.click(await screen.findByRole('button', { name: 'Fewer hours' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('button', { name: 'Yes' })).toBeVisible();

  reading = renewed.promise;
  act(() => receiveRides([{ ...driven, version: driven.version + 1, hours: 5 }]));
  await user.keyboard(' ');
  expect(await screen.findByRole('button', { name: 'Asking...' })).toBeVisible();
  const dearer = BY_HOURS.byHours.map(({ hours, fareCents }) => ({ hours, fareCents: fareCents + 1_000 }));
  renewed.resolve({ ...BY_HOURS, byHours: dearer, fareCents: 41_000, paidCents: 41_000 });

  const hours = await screen.findByRole('status', { name: 'Hours used' });
  expect(hours).toHaveTextContent('3');
  await callsArrived();
  expect(sent(calls, COMPLETE)).toEqual([]);
  const next = screen.getByRole('button', { name: 'Next' });
  await waitFor(() => expect(next).not.toHaveAttribute('aria-disabled'));
  await user.click(next);
  const yes = screen.getByRole('button', { name: 'Yes' });
  await waitFor(() => expect(yes).not.toHaveAttribute('aria-disabled'));
  await user.click(yes);
  await screen.findByText('Completed');
  expect(sent(calls, COMPLETE)).toEqual([expect.objectContaining({ actualFare: '$310.00' })]);
});

test('after a failed reload of the quote, Try again loads it and keeps the chosen hours', async () => {
  let reply: readonly [number, unknown] = [200, BY_HOURS];
  await openDriveView({ [OWN_RIDES]: [200, [driven]], [COMPLETION]: () => reply });
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await user.click(await screen.findByRole('button', { name: 'Fewer hours' }));

  reply = [500, { code: 'INTERNAL', message: 'No answer.' }];
  act(() => receiveRides([{ ...driven, version: driven.version + 1 }]));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('No answer.'));
  reply = [200, BY_HOURS];
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('button', { name: 'Next' })).toBeVisible();
  expect(screen.getByRole('status', { name: 'Hours used' })).toHaveTextContent('3');
});
