import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCheckout } from './open-checkout.ts';
import { buildRiderRide } from './testing/build-rider-ride.ts';

const ride = buildRiderRide();
const { signal } = new AbortController();

/** Answers of the API by `METHOD path`; anything not listed fails to connect. */
function answer(replies: Record<string, [status: number, body: unknown]>): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`;
    calls.push(call);
    const reply = replies[call];
    if (!reply) throw new TypeError('fetch failed');
    return new Response(JSON.stringify(reply[1]), { status: reply[0] });
  });
  return calls;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:12:00.000Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('on the way from booking, the ride is read and the secret of the address is used', async () => {
  const calls = answer({ [`GET /api/rides/${ride.id}`]: [200, ride] });

  const state = await openCheckout({ rideId: ride.id, clientSecret: 'pi_1_secret_2' }, signal);

  expect(state).toMatchObject({ step: 'paying', clientSecret: 'pi_1_secret_2', isProcessing: false });
  expect(calls).toEqual([`GET /api/rides/${ride.id}`]);
});

test('after a reload the secret is asked for again', async () => {
  answer({
    [`GET /api/rides/${ride.id}`]: [200, ride],
    [`POST /api/rides/${ride.id}/checkout`]: [200, { clientSecret: 'pi_1_secret_3' }],
  });

  const state = await openCheckout({ rideId: ride.id, clientSecret: null }, signal);

  expect(state).toMatchObject({ step: 'paying', clientSecret: 'pi_1_secret_3' });
});

test('a paid ride needs no secret', async () => {
  const calls = answer({ [`GET /api/rides/${ride.id}`]: [200, { ...ride, paymentStatus: 'paid' }] });

  expect((await openCheckout({ rideId: ride.id, clientSecret: null }, signal)).step).toBe('settled');
  expect(calls).toHaveLength(1);
});

test('a ride that is somebody else’s, or no id at all, is not found', async () => {
  answer({
    [`GET /api/rides/${ride.id}`]: [404, { message: 'There is no such ride.', code: 'NOT_FOUND' }],
    'GET /api/rides/nonsense': [400, { message: 'Not an id', code: 'INVALID_REQUEST' }],
  });

  expect(await openCheckout({ rideId: ride.id, clientSecret: null }, signal)).toEqual({ step: 'not-found' });
  expect(await openCheckout({ rideId: 'nonsense', clientSecret: null }, signal)).toEqual({
    step: 'not-found',
  });
});

test('a server that is down or answers nonsense leaves the checkout unreachable', async () => {
  answer({ [`GET /api/rides/${ride.id}`]: [200, { id: ride.id }] });

  expect((await openCheckout({ rideId: ride.id, clientSecret: null }, signal)).step).toBe('unreachable');
  expect((await openCheckout({ rideId: 'b'.repeat(24), clientSecret: null }, signal)).step).toBe(
    'unreachable',
  );
});
