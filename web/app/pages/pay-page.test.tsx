// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PayLink } from '#common/rides/pay-link-api.ts';
import { openUrl } from '#web/lib/open-url.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { PayPage } from './pay-page.tsx';

vi.mock('#web/lib/open-url.ts');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
});

const TOKEN = 'x'.repeat(40);
const READ = `GET /api/pay/${TOKEN}`;

const link = (overrides: Partial<PayLink> = {}): PayLink => ({
  state: 'open',
  amountCents: 23_358,
  reason: null,
  payBy: '2026-11-23T02:00:00.000Z',
  reference: 'MRQ-7K2DX',
  rideType: 'lux-sedan',
  pickupLocation: 'Bellagio, 3600 S Las Vegas Blvd',
  stops: ['Sphere, 255 Sands Ave'],
  dropoffLocation: 'Allegiant Stadium',
  scheduledAt: '2026-11-24T02:30:00.000Z',
  flightNumber: 'WN 1482',
  ...overrides,
});

const open = () =>
  render(
    <MemoryRouter initialEntries={[`/pay/${TOKEN}`]}>
      <Routes>
        <Route path="/pay/:token" element={<PayPage />} />
      </Routes>
    </MemoryRouter>,
  );

/** Opens the link's page and presses Pay; the server replies with this checkout. */
async function pressPay(checkoutUrl: string) {
  await answerApi({
    [READ]: [200, link()],
    [`POST /api/pay/${TOKEN}/checkout`]: [200, { checkoutUrl }],
    'GET /api/config': [200, buildConfig()],
  });
  vi.mocked(openUrl).mockClear();
  open();

  fireEvent.click(await screen.findByRole('button', { name: 'Pay $233.58' }));
}

test('a payment link shows ride, amount and deadline, and Pay opens the checkout', async () => {
  const checkoutUrl = 'https://checkout.stripe.com/c/pay/cs_1';
  await pressPay(checkoutUrl);

  expect(screen.getByText('Sphere')).toBeVisible();
  expect(screen.getByText('Flight WN 1482')).toBeVisible();
  expect(screen.getByText(/Held for you until Sun 22 Nov, 6:00 PM PST/)).toBeVisible();
  await expect.poll(() => openUrl).toHaveBeenCalledWith(checkoutUrl);
});

test('Pay does not open an address that is not the checkout’s', async () => {
  const checkoutUrl = 'https://checkout.stripe.com.evil.example/c/pay/cs_1';
  await pressPay(checkoutUrl);

  expect((await screen.findByRole('alert')).textContent).toBe(
    'The payment could not be started. Please try again.',
  );
  expect(openUrl).not.toHaveBeenCalled();
});

test.each([
  ['confirming', 'Payment received', /No need to pay again/],
  ['paid', 'Payment Successful', /nothing more to do/],
  ['gone', 'Nothing to pay', /goes back to your card in 5 to 7 business days/],
] as const)('a payment link in state %s shows "%s"', async (state, title, words) => {
  await answerApi({ [READ]: [200, link({ state })] });
  open();

  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('Check again keeps card, button and focus while it asks, and then shows the new state', async () => {
  const replies: ApiReplies = { [READ]: [200, link({ state: 'confirming' })] };
  await answerApi(replies);
  open();
  const button = await screen.findByRole('button', { name: 'Check again' });
  const asked = deferred<void>();
  const answered = deferred<void>();
  replies[READ] = async () => {
    asked.resolve();
    await answered.promise;
    return [200, link({ state: 'paid' })];
  };

  await userEvent.click(button);
  await asked.promise;

  expect(button).toBeInTheDocument();
  expect(button).toHaveFocus();
  expect(button).toHaveTextContent('Checking...');
  expect(screen.getByText('Sphere')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Payment received' })).toBeVisible();

  answered.resolve();
  expect(await screen.findByText(/nothing more to do/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});

test('Check again without a reply keeps the card, says so, and can be pressed again', async () => {
  const replies: ApiReplies = { [READ]: [200, link({ state: 'confirming' })] };
  await answerApi(replies);
  open();
  const button = await screen.findByRole('button', { name: 'Check again' });
  replies[READ] = [500, { code: 'INTERNAL', message: 'Something broke.' }];

  await userEvent.click(button);

  expect(await screen.findByRole('alert')).toHaveTextContent('Something broke.');
  expect(screen.getByText('Sphere')).toBeVisible();
  expect(button).toHaveFocus();
  replies[READ] = [200, link({ state: 'paid' })];
  await userEvent.click(button);
  expect(await screen.findByText(/nothing more to do/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an unknown payment token shows that there is no such link', async () => {
  await answerApi({ [READ]: [404, { code: 'NOT_FOUND', message: 'There is no such payment link.' }] });
  open();

  expect(await screen.findByText('There is no such payment link.')).toBeVisible();
});
