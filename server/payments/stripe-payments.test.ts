import { expect, test } from 'vitest';
import { isPaymentFor, type Payment } from './stripe-payments.ts';

const METADATA = { rideId: 'a ride', riderId: 'its rider' };

const PAYMENT: Payment = {
  id: 'pi_1',
  clientSecret: '',
  isPaid: true,
  isProcessing: false,
  isCancelled: false,
  isFullyRefunded: false,
  chargedAt: null,
  receivedCents: 23_358,
  currency: 'usd',
  metadata: { ...METADATA, more: 'of no matter' },
  card: null,
  cardFingerprint: null,
};

test('a payment matches a ride if it is paid, for the exact amount, in dollars, for this ride and by its rider', () => {
  expect(isPaymentFor(PAYMENT, { dueCents: 23_358, metadata: METADATA })).toBe(true);
});

test.each<Partial<Payment>>([
  { isPaid: false },
  { receivedCents: 23_357 },
  { receivedCents: 23_359 },
  { currency: 'mxn' },
  { metadata: { riderId: 'its rider' } },
  { metadata: { ...METADATA, riderId: 'somebody else' } },
])('a payment with %j does not match the ride', (other) => {
  const payment = { ...PAYMENT, ...other };

  expect(isPaymentFor(payment, { dueCents: 23_358, metadata: METADATA })).toBe(false);
});
