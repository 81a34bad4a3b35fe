import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import {
  type CheckoutState,
  checkoutStatusOf,
  nextCheckout,
  nothingDue,
  withNewestRide,
} from './checkout-state.ts';

const beforeHoldEnds = new Date('2026-11-21T00:37:59.000Z');

const unpaid = buildUnpaidRide();

const paying = (): CheckoutState => ({
  step: 'paying',
  ride: unpaid,
  clientSecret: 'pi_1_secret_1',
  isProcessing: false,
  problem: null,
});

/** A fare fully covered by promo code and gift card. */
const COVERED = { ...buildUnpaidRide().fare, totalCents: 0 };

const after = (...events: Parameters<typeof nextCheckout>[1][]) => events.reduce(nextCheckout, paying());

test.each([
  ['unpaid', {}],
  ['settled', { paymentStatus: 'paid' }],
  ['settled', { paymentStatus: 'paid', status: 'completed' }],
  ['nothing-due', { fare: COVERED }],
  ['settled', { paymentStatus: 'waived' }],
  ['settled', { paymentStatus: 'waived', status: 'accepted' }],
  ['closed', { paymentStatus: 'expired', status: 'cancelled' }],
  ['closed', { paymentStatus: 'waived', status: 'cancelled' }],
  ['closed', { paymentStatus: 'flagged' }],
  ['closed', { paymentStatus: 'refunded' }],
] as const)('the checkout status is %s for a ride with %o', (status, overrides) => {
  expect(checkoutStatusOf(buildUnpaidRide(overrides), beforeHoldEnds)).toBe(status);
});

test('an unpaid ride is closed from the instant its hold ends, even before the server has cancelled it', () => {
  const ride = buildUnpaidRide();
  expect(checkoutStatusOf(ride, new Date('2026-11-21T00:38:00.000Z'))).toBe('closed');
});

test('a refused card shows the reason beside the form, and the next attempt clears it', () => {
  const problem = { title: 'Payment Failed', text: 'Your card was declined.', isUnsure: false };
  const refused = after({ type: 'submitted' }, { type: 'unpaid', problem });
  expect(refused).toMatchObject({ step: 'paying', isProcessing: false, problem });
  expect(nextCheckout(refused, { type: 'submitted' })).toMatchObject({ isProcessing: true, problem: null });
});

test('a payment confirmed by the server books the ride', () => {
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
  const late = { title: 'Payment Failed', text: 'late', isUnsure: false };
  expect(nextCheckout(again, { type: 'unpaid', problem: late })).toBe(again);
  expect(
    nextCheckout(again, { type: 'verified', ride: buildUnpaidRide({ paymentStatus: 'paid' }) }),
  ).toMatchObject({ step: 'booked' });
});

const UNANSWERED = { text: 'The server didn’t answer.', isUnsure: true };

test('a ride with nothing due is booked once the server confirms it, even after a refusal', () => {
  const held = nothingDue(buildUnpaidRide({ fare: COVERED }));
  const confirming = nextCheckout(held, { type: 'submitted' });
  const refused = nextCheckout(confirming, { type: 'refused', problem: UNANSWERED });
  expect(refused).toMatchObject({ step: 'nothing-due', problem: UNANSWERED });

  const again = nextCheckout(refused, { type: 'submitted' });
  expect(again).toMatchObject({ isProcessing: true, problem: null });
  const ride = buildUnpaidRide({ fare: COVERED, paymentStatus: 'waived' });
  expect(nextCheckout(again, { type: 'verified', ride })).toEqual({ step: 'booked', ride });
});

test('a ride being confirmed here keeps its panel when the ride changes before the reply', () => {
  const confirming = nextCheckout(nothingDue(unpaid), { type: 'submitted' });
  expect(follow(confirming, { paymentStatus: 'waived' })).toBe(confirming);
});

/** Builds the unpaid ride after a change made elsewhere. */
const changed = (overrides: Partial<RiderRide>) =>
  buildUnpaidRide({ id: unpaid.id, version: 2, ...overrides });
const unverified = (): CheckoutState => ({
  step: 'unverified',
  ride: unpaid,
  paymentIntentId: 'pi_1',
  isProcessing: false,
  problem: 'Unknown error occurred',
});
const follow = (state: CheckoutState, overrides: Partial<RiderRide>) =>
  withNewestRide(state, changed(overrides), beforeHoldEnds);

test.each([
  ['paying', 'booked', { paymentStatus: 'paid' }],
  ['paying', 'booked', { paymentStatus: 'waived' }],
  ['paying', 'closed', { paymentStatus: 'expired', status: 'cancelled' }],
  ['paying', 'closed', { paymentStatus: 'flagged' }],
  ['paying', 'paying', { customerName: 'Robin Rider' }],
  ['unverified', 'booked', { paymentStatus: 'paid' }],
  ['unverified', 'unverified', { paymentStatus: 'expired', status: 'cancelled' }],
  ['unverified', 'closed', { paymentStatus: 'refunded', status: 'cancelled' }],
  ['unverified', 'closed', { paymentStatus: 'flagged' }],
  ['booked', 'booked', { paymentStatus: 'paid' }],
  ['booked', 'booked', { paymentStatus: 'expired', status: 'cancelled' }],
  ['booked', 'closed', { paymentStatus: 'flagged' }],
  ['settled', 'closed', { paymentStatus: 'refunded', status: 'cancelled' }],
  ['nothing-due', 'booked', { fare: COVERED, paymentStatus: 'waived' }],
  ['nothing-due', 'closed', { paymentStatus: 'expired', status: 'cancelled' }],
  ['closed', 'settled', { paymentStatus: 'paid' }],
] as const)(
  'the checkout step %s becomes %s when the ride changes elsewhere to %o',
  (step, next, overrides) => {
    const state: CheckoutState =
      step === 'paying'
        ? paying()
        : step === 'unverified'
          ? unverified()
          : step === 'nothing-due'
            ? nothingDue(unpaid)
            : { step, ride: unpaid };

    expect(follow(state, overrides)).toMatchObject({ step: next, ride: changed(overrides) });
  },
);

test('a card being charged keeps its form when the ride changes meanwhile', () => {
  const processing = after({ type: 'submitted' });
  expect(follow(processing, { paymentStatus: 'paid' })).toBe(processing);
});

test('the checkout ignores a version that is not newer, a missing ride, and any ride while loading', () => {
  const state = paying();
  expect(withNewestRide(state, unpaid, beforeHoldEnds)).toBe(state);
  expect(withNewestRide(state, null, beforeHoldEnds)).toBe(state);
  expect(follow({ step: 'loading' }, { paymentStatus: 'paid' })).toEqual({ step: 'loading' });
});
