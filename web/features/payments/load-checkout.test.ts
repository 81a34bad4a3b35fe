import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  checkCard,
  confirmBooking,
  reopenCheckout,
  verifyPayment,
} from '#web/features/rides/api/checkout-actions.ts';
import { readRiderRide } from '#web/features/rides/api/rider-actions.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { serveApi } from '#web/testing/serve-api.ts';
import { readCheckoutParams } from './checkout-params.ts';
import { loadCheckout } from './load-checkout.ts';

const ride = buildUnpaidRide();
const rideCalls = { readRide: readRiderRide, reopenCheckout, checkCard, confirmBooking, verifyPayment };
const { signal } = new AbortController();

/**
 * Mocks the API with these replies by `METHOD path`, and 503 for anything else.
 * @returns the list of calls received
 */
async function answer(replies: Record<string, [status: number, body: unknown]>): Promise<string[]> {
  const calls: string[] = [];
  await serveApi((req, res) => {
    const call = `${req.method} ${req.url}`;
    calls.push(call);
    const [status, body] = replies[call] ?? [503, {}];
    res.writeHead(status).end(JSON.stringify(body));
  });
  return calls;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:12:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a checkout opened with a client secret reads the ride and uses that secret', async () => {
  const calls = await answer({ [`GET /api/rides/${ride.id}`]: [200, ride] });

  const state = await loadCheckout({ rideId: ride.id, clientSecret: 'pi_1_secret_2' }, rideCalls, signal);

  expect(state).toMatchObject({ step: 'paying', clientSecret: 'pi_1_secret_2', isProcessing: false });
  expect(calls).toEqual([`GET /api/rides/${ride.id}`]);
});

test('a checkout opened without a client secret requests it again', async () => {
  await answer({
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [`POST /api/rides/${ride.id}/checkout`]: [200, { clientSecret: 'pi_1_secret_3' }],
  });

  const state = await loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, signal);

  expect(state).toMatchObject({ step: 'paying', clientSecret: 'pi_1_secret_3' });
});

test('a device clock that is an hour ahead does not end the hold', async () => {
  await serveApi((_req, res) => {
    res.setHeader('date', 'Sat, 21 Nov 2026 00:12:00 GMT').end(JSON.stringify(ride));
  });
  vi.setSystemTime(new Date('2026-11-21T01:12:00.000Z'));

  const state = await loadCheckout({ rideId: ride.id, clientSecret: 'pi_1_secret_2' }, rideCalls, signal);

  expect(state.step).toBe('paying');
});

test('the checkout of a paid ride is settled without requesting a client secret', async () => {
  const calls = await answer({ [`GET /api/rides/${ride.id}`]: [200, { ...ride, paymentStatus: 'paid' }] });

  expect((await loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, signal)).step).toBe(
    'settled',
  );
  expect(calls).toHaveLength(1);
});

test('a checkout reopened while its payment is being confirmed is shown as booked, not as a payment form', async () => {
  const underWay = {
    message: 'This ride is paid; the payment is being confirmed.',
    code: 'PAYMENT_IN_PROGRESS',
  };
  await answer({
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [`POST /api/rides/${ride.id}/checkout`]: [409, underWay],
  });

  expect(await loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, signal)).toEqual({
    step: 'booked',
    ride,
  });
});

test.each([
  ['expired', { status: 'cancelled', paymentStatus: 'expired' }, 'closed'],
  ['paid', { paymentStatus: 'paid' }, 'settled'],
  ['still unpaid, although the checkout is refused', {}, 'closed'],
])(
  'a ride that changes while its checkout opens is shown in its current state: %s',
  async (_what, change, step) => {
    const current = { ...ride, ...change };
    const readings = [ride, current];
    await serveApi((req, res) => {
      if (req.method === 'GET') res.end(JSON.stringify(readings.shift()));
      else
        res.writeHead(409).end(JSON.stringify({ message: 'It has moved on.', code: 'RIDE_STATE_CONFLICT' }));
    });

    const state = await loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, signal);

    expect(state).toEqual({ step, ride: current });
  },
);

test('a ride with nothing to pay is never shown a payment form', async () => {
  const covered = { ...ride, fare: { ...ride.fare, totalCents: 0 } };
  await answer({ [`GET /api/rides/${ride.id}`]: [200, covered] });

  const state = await loadCheckout(
    { rideId: ride.id, clientSecret: 'no_payment_required' },
    rideCalls,
    signal,
  );

  expect(state).toEqual({ step: 'nothing-due', ride: covered, isProcessing: false, problem: null });
});

test('a ride that is unknown, another rider’s, or has an invalid id is not found', async () => {
  await answer({
    [`GET /api/rides/${ride.id}`]: [404, { message: 'There is no such ride.', code: 'NOT_FOUND' }],
    'GET /api/rides/nonsense': [400, { message: 'Not an id', code: 'INVALID_REQUEST' }],
  });

  expect(await loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, signal)).toEqual({
    step: 'not-found',
  });
  expect(await loadCheckout({ rideId: 'nonsense', clientSecret: null }, rideCalls, signal)).toEqual({
    step: 'not-found',
  });
});

test('a failed or invalid server reply makes the checkout unreachable', async () => {
  await answer({ [`GET /api/rides/${ride.id}`]: [200, { id: ride.id }] });

  expect((await loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, signal)).step).toBe(
    'unreachable',
  );
  expect((await loadCheckout({ rideId: 'b'.repeat(24), clientSecret: null }, rideCalls, signal)).step).toBe(
    'unreachable',
  );
});

test('loading a checkout rejects when it is aborted', async () => {
  await answer({ [`GET /api/rides/${ride.id}`]: [200, ride] });

  const left = AbortSignal.abort();
  await expect(loadCheckout({ rideId: ride.id, clientSecret: null }, rideCalls, left)).rejects.toThrow();
});

test('readCheckoutParams reads the ride and the client secret from the URL', () => {
  expect(readCheckoutParams('?clientSecret=pi_1_secret_2&rideId=abc')).toEqual({
    rideId: 'abc',
    clientSecret: 'pi_1_secret_2',
  });
});

test('a missing or empty client secret in the URL is null', () => {
  expect(readCheckoutParams('?rideId=abc')).toEqual({ rideId: 'abc', clientSecret: null });
  expect(readCheckoutParams('?clientSecret=&rideId=abc')).toEqual({ rideId: 'abc', clientSecret: null });
});

test('a URL without a ride has no checkout parameters', () => {
  expect(readCheckoutParams('?clientSecret=pi_1_secret_2')).toBeNull();
  expect(readCheckoutParams('')).toBeNull();
});

test('the checkout of a return trip is that of its first ride, whichever ride is named', async () => {
  const [there, back] = [buildUnpaidRide(), buildUnpaidRide()];
  const dueCents = 31_964;
  const rides = [
    { ...there, order: { leg: 'there', otherRideId: back.id, dueCents } },
    { ...back, order: { leg: 'back', otherRideId: there.id, dueCents } },
  ];
  await answer(Object.fromEntries(rides.map((each) => [`GET /api/rides/${each.id}`, [200, each]])));

  for (const { id: rideId } of rides) {
    const state = await loadCheckout({ rideId, clientSecret: 'pi_1_secret_2' }, rideCalls, signal);
    expect(state).toMatchObject({ step: 'paying', ride: { id: there.id } });
  }
});

test('a ride covered by its gift card still needs payment if its return trip is not covered', async () => {
  const back = buildUnpaidRide();
  const covered = { ...ride.fare, giftCardCents: ride.fare.fareCents, totalCents: 0 };
  const there = { ...ride, fare: covered, order: { leg: 'there', otherRideId: back.id, dueCents: 15_982 } };
  await answer({ [`GET /api/rides/${ride.id}`]: [200, there], [`GET /api/rides/${back.id}`]: [200, back] });

  const state = await loadCheckout({ rideId: ride.id, clientSecret: 'pi_1_secret_2' }, rideCalls, signal);
  expect(state).toMatchObject({ step: 'paying' });
});
