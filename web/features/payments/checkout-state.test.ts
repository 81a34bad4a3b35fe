import { expect, test } from 'vitest';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { type CheckoutState, checkoutStatusOf, nextCheckout } from './checkout-state.ts';

const beforeHoldEnds = new Date('2026-11-21T00:37:59.000Z');

const unpaid = buildUnpaidRide();

const paying = (): CheckoutState => ({
  step: 'paying',
  ride: unpaid,
  clientSecret: 'pi_1_secret_1',
  isProcessing: false,
  problem: null,
});

const after = (...events: Parameters<typeof nextCheckout>[1][]) => events.reduce(nextCheckout, paying());

test.each([
  ['unpaid', {}],
  ['settled', { paymentStatus: 'paid' }],
  ['settled', { paymentStatus: 'paid', status: 'completed' }],
  ['nothing-due', { paymentStatus: 'waived' }],
  ['settled', { paymentStatus: 'waived', status: 'accepted' }],
  ['closed', { paymentStatus: 'expired', status: 'cancelled' }],
  ['closed', { paymentStatus: 'waived', status: 'cancelled' }],
  ['closed', { paymentStatus: 'flagged' }],
  ['closed', { paymentStatus: 'refunded' }],
] as const)('a ride is %s when %o', (status, overrides) => {
  expect(checkoutStatusOf(buildUnpaidRide(overrides), beforeHoldEnds)).toBe(status);
});

test('an unpaid ride is closed from the instant its hold ends, even before the server has cancelled it', () => {
  const ride = buildUnpaidRide();
  expect(checkoutStatusOf(ride, new Date('2026-11-21T00:38:00.000Z'))).toBe('closed');
});

test('a refused card leaves the form with the reason, and the next attempt clears it', () => {
  const refused = after({ type: 'submitted' }, { type: 'refused', problem: 'Your card was declined.' });
  expect(refused).toMatchObject({
    step: 'paying',
    isProcessing: false,
    problem: 'Your card was declined.',
  });
  expect(nextCheckout(refused, { type: 'submitted' })).toMatchObject({ isProcessing: true, problem: null });
});

test('a payment the server confirms books the ride', () => {
  const paid = buildUnpaidRide({ paymentStatus: 'paid' });
  expect(after({ type: 'submitted' }, { type: 'verified', ride: paid })).toEqual({
    step: 'booked',
    ride: paid,
  });
});

test('a charged card whose confirmation failed never goes back to the payment form', () => {
  const unverified = after(
    { type: 'submitted' },
    { type: 'verification-failed', paymentIntentId: 'pi_1', problem: 'Unknown error occurred' },
  );
  expect(unverified).toMatchObject({ step: 'unverified', paymentIntentId: 'pi_1', isProcessing: false });

  const again = nextCheckout(unverified, { type: 'submitted' });
  expect(again).toMatchObject({ step: 'unverified', isProcessing: true });
  expect(nextCheckout(again, { type: 'refused', problem: 'late' })).toBe(again);
  expect(
    nextCheckout(again, { type: 'verified', ride: buildUnpaidRide({ paymentStatus: 'paid' }) }),
  ).toMatchObject({ step: 'booked' });
});

test('only a ride with nothing due is booked by confirming it', () => {
  const ride = buildUnpaidRide({ paymentStatus: 'waived' });
  expect(nextCheckout({ step: 'nothing-due', ride }, { type: 'confirmed' })).toEqual({
    step: 'booked',
    ride,
  });
  expect(after({ type: 'confirmed' })).toEqual(paying());
});
