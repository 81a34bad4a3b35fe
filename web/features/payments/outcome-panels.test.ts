import { expect, test } from 'vitest';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { formatPayment } from './outcome-panels.tsx';

const { fare } = buildUnpaidRide();
const payment = { brand: 'visa', last4: '4242' };

test('a ride paid by card names the card', () => {
  expect(formatPayment({ fare, payment })).toBe('$159.82, Visa ending 4242');
  expect(formatPayment({ fare, payment: null })).toBe('$159.82');
});

test('a gift card that paid part of it or all of it is named', () => {
  const partly = { ...fare, giftCardCents: 5_000, totalCents: 10_982 };
  expect(formatPayment({ fare: partly, payment })).toBe('$109.82, Visa ending 4242; $50.00, gift card');
  const wholly = { ...fare, giftCardCents: 15_982, totalCents: 0 };
  expect(formatPayment({ fare: wholly, payment: null })).toBe('$159.82, gift card');
});

test('a ride that a promo paid cost nothing', () => {
  expect(formatPayment({ fare: { ...fare, promoCents: 15_982, totalCents: 0 }, payment: null })).toBe(
    '$0.00',
  );
});
