// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserRouter, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { type FakeConfirmation, fakeStripe } from '#web/features/payments/testing/fake-stripe.ts';
import { clearRides, receiveRides } from '#web/features/rides/store/ride-store.ts';
import { receiveSession } from '#web/features/users/session-store.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { buildConfig } from '#web/testing/build-config.ts';
import { buildUnpaidRide, NOW, RIDER_ID } from '#web/testing/build-ride.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { CheckoutPage } from './checkout-page.tsx';

const ride = buildUnpaidRide();
const paid: RiderRide = {
  ...ride,
  version: 2,
  paymentStatus: 'paid',
  payBy: null,
  payment: { brand: 'visa', last4: '4242' },
};
const expired: RiderRide = {
  ...ride,
  version: 2,
  status: 'cancelled',
  paymentStatus: 'expired',
  payBy: null,
};
const READ = `GET /api/rides/${ride.id}`;
const VERIFY = `POST /api/rides/${ride.id}/payment-success`;
const charged = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
const user = userEvent.setup();

/** Opens the page of an unpaid ride, with its card form ready. */
async function openUnpaid(replies: ApiReplies = {}) {
  const all: ApiReplies = { [READ]: [200, ride], 'GET /api/config': [200, buildConfig()], ...replies };
  const calls = await answerApi(all);
  render(
    <MemoryRouter initialEntries={[`/checkout?rideId=${ride.id}&clientSecret=pi_1_secret_2`]}>
      <Routes>
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="/my-rides" element="My Rides page" />
      </Routes>
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: 'Complete Payment' });
  return { calls, replies: all };
}

/** Updates the ride as a `ride:changed` event does. */
const receive = (changed: RiderRide) => act(() => receiveRides([changed]));

const payButton = () => screen.getByRole('button', { name: 'Complete Payment' });
const newestToast = () => useToastStore.getState().newest?.title ?? null;

/** Simulates a card whose bank answers when the test calls `answer`. */
function slowBank() {
  let answer = (_outcome: FakeConfirmation) => {};
  const outcome = new Promise<FakeConfirmation>((resolve) => {
    answer = resolve;
  });
  fakeStripe(() => outcome);
  return { answer: (given: FakeConfirmation) => answer(given) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  clearRides();
  useToastStore.setState({ newest: null });
  receiveSession(buildSession({ rider: buildUser({ id: RIDER_ID }) }));
  fakeStripe(async () => charged);
});

afterEach(() => {
  receiveSession(buildSession());
  vi.useRealTimers();
});

test('a ride paid in another tab shows as paid in this tab and leads on to My Rides', async () => {
  await openUnpaid();

  receive(paid);

  expect(screen.getByRole('heading', { name: 'Payment Successful' })).toBe(document.activeElement);
  expect(screen.queryByRole('button', { name: 'Complete Payment' })).toBeNull();
  await screen.findByText('My Rides page');
});

test('a ride whose hold has expired can no longer be paid for', async () => {
  await openUnpaid();

  receive(expired);

  expect(screen.getByRole('heading', { name: 'This ride is no longer held' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Payment' })).toBeNull();
});

test('an older version of the ride does not replace a newer one', async () => {
  await openUnpaid({ [READ]: [200, { ...ride, version: 3 }] });

  receive(expired);

  expect(payButton()).toBeVisible();
});

test('changes made while the connection was down are loaded by the resync', async () => {
  const { replies } = await openUnpaid();
  replies[READ] = [200, paid];

  resyncLists();

  await screen.findByRole('heading', { name: 'Payment Successful' });
});

test('clearing the ride store for a new session does not bring back the card form of a paid ride', async () => {
  const { replies } = await openUnpaid();
  receive(paid);
  replies[READ] = [200, { ...paid, version: 3, status: 'cancelled' }];

  act(clearRides);
  expect(screen.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  resyncLists();

  await screen.findByRole('heading', { name: 'This ride was cancelled' });
});

test('the card form stays until the outcome of its own charge is known, even if the ride is paid meanwhile', async () => {
  const bank = slowBank();
  await openUnpaid({ [VERIFY]: [200, { ride: paid }] });
  await user.click(payButton());

  receive(paid);
  expect(screen.getByRole('button', { name: 'Processing...' })).toBeVisible();

  bank.answer(charged);
  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(newestToast()).toBe('Payment Successful');
});

test('a card declined in this tab while another tab paid shows the payment as successful', async () => {
  const bank = slowBank();
  await openUnpaid();
  await user.click(payButton());

  receive(paid);
  bank.answer({ error: { type: 'card_error', message: 'Your card was declined.' } });

  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(newestToast()).toBeNull();
});

test('a charge that could not be verified shows as successful once the server has settled it', async () => {
  await openUnpaid({
    [VERIFY]: [502, { message: 'Stripe is away.', code: 'PAYMENT_PROVIDER' }],
  });
  await user.click(payButton());
  await screen.findByRole('button', { name: 'Check again' });

  receive(expired);
  expect(screen.getByRole('alert').textContent).toBe('Payment Verification FailedStripe is away.');

  receive({ ...paid, version: 3 });
  expect(screen.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});

test('a verification that fails after the server settled the ride shows no failure', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const away = [502, { message: 'Stripe is away.', code: 'PAYMENT_PROVIDER' }] as const;
  const { calls } = await openUnpaid({ [VERIFY]: () => asked.then(() => away) });
  await user.click(payButton());
  await expect.poll(() => calls.map(({ call }) => call)).toContain(VERIFY);

  receive(paid);
  answer();

  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(newestToast()).toBe('Payment Successful');
});

test('a payment confirmed with an unknown ride status shows as successful', async () => {
  await openUnpaid({ [VERIFY]: [200, { ride: { ...paid, status: 'no_show' } }] });

  await user.click(payButton());

  await screen.findByRole('heading', { name: 'Payment Successful' });
  expect(newestToast()).toBe('Payment Successful');
});

test('the client secret is removed from the address before the first request', async () => {
  await answerApi({ [READ]: [200, ride], 'GET /api/config': [200, buildConfig()] });
  const asked: string[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
    asked.push(window.location.search);
    return fetch(...call);
  });
  window.history.replaceState(null, '', `/checkout?rideId=${ride.id}&clientSecret=pi_1_secret_2`);

  render(
    <BrowserRouter>
      <CheckoutPage />
    </BrowserRouter>,
  );

  await screen.findByRole('button', { name: 'Complete Payment' });
  expect(new Set(asked)).toEqual(new Set([`?rideId=${ride.id}`]));
});
