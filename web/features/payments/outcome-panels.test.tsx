// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import {
  ClosedPanel,
  formatPayment,
  NothingDuePanel,
  SettledPanel,
  UnverifiedPanel,
} from './outcome-panels.tsx';

/** Renders a panel and returns its region. */
function show(panel: ReactElement, title: string) {
  render(<MemoryRouter>{panel}</MemoryRouter>);
  return screen.getByRole('region', { name: title });
}

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('a ride covered by its gift card only needs confirmation', async () => {
  const { fare } = buildUnpaidRide();
  const covered = { ...fare, giftCardCents: fare.fareCents, totalCents: 0 };
  const onConfirm = vi.fn();
  const panel = show(
    <NothingDuePanel
      ride={{ fare: covered, payBy: '2026-11-21T00:38:00.000Z' }}
      isProcessing={false}
      problem={{ text: 'The server didn’t answer.', isUnsure: false }}
      onConfirm={onConfirm}
    />,
    'Nothing to pay',
  );
  expect(panel.textContent).toContain('Held until 4:38 PM PST');
  expect(panel.textContent).toContain('Not booked yet');
  expect(panel.textContent).toContain('Your gift card is untouched.');
  expect(panel.textContent).toContain('Your gift card covers this ride.');

  await userEvent.click(screen.getByRole('button', { name: 'Confirm Booking' }));

  expect(onConfirm).toHaveBeenCalledOnce();
});

const charges: RiderRide['charges'] = [
  { id: 'c'.repeat(24), kind: 'difference', amountCents: 7_393, status: 'paid', reason: '4 hours' },
];

const flagged: RiderRide['history'] = [{ change: 'flagged', at: '2026-11-20T20:00:00.000Z', version: 2 }];

test.each([
  [
    { status: 'cancelled', paymentStatus: 'expired' },
    'This ride is no longer held',
    'You have not been charged.',
  ],
  // The hold is over, and the server reads at Stripe whether the ride was paid just before.
  [{ paymentStatus: 'pending' }, 'This ride is no longer held', 'We are checking that nothing was paid.'],
  [
    { status: 'cancelled', paymentStatus: 'expired', isLateRefundOwed: true },
    'This ride is no longer held',
    'Your refund is on its way.',
  ],
  // Its payment was flagged, and refunded at Stripe directly.
  [
    { status: 'cancelled', paymentStatus: 'expired', history: flagged },
    'This ride is no longer held',
    'Your payment is refunded in full.',
  ],
  // The payment of a return trip came too late, and this leg, which a gift card covers, has no share of it.
  [
    { status: 'cancelled', paymentStatus: 'refunded' },
    'This ride was cancelled',
    'Your payment is refunded in full.',
  ],
  [{ status: 'cancelled', paymentStatus: 'paid' }, 'This ride was cancelled', 'Your refund is on its way.'],
  [
    { status: 'cancelled', paymentStatus: 'refunded', refundedAmount: '$159.82' },
    'This ride was cancelled',
    '$159.82 went back to your card.',
  ],
  [
    { status: 'cancelled', paymentStatus: 'refunded', refundFailedAmount: '$159.82' },
    'This ride was cancelled',
    '$159.82 could not be sent back to your card.',
  ],
  [
    { status: 'cancelled', paymentStatus: 'waived', charges },
    'This ride was cancelled',
    'Your refund is on its way.',
  ],
  [{ paymentStatus: 'flagged' }, 'Payment under review', 'What was paid does not match the fare.'],
] as const)('a ride that cannot be paid for says why: %o', (overrides, title, text) => {
  const panel = show(<ClosedPanel ride={buildUnpaidRide(overrides)} />, title);

  expect(panel.textContent).toContain(text);
  expect(hrefOf('Book a Ride')).toBe('/#booking');
  expect(hrefOf('My Rides')).toBe('/my-rides');
});

test('the panel of a paid ride names the card', () => {
  const paid = buildUnpaidRide({ paymentStatus: 'paid', payment: { brand: 'visa', last4: '4242' } });
  const panel = show(<SettledPanel ride={paid} />, 'Already paid');

  expect(panel.textContent).toContain('$159.82, Visa ending 4242.');
  expect(hrefOf('My Rides')).toBe('/my-rides');
});

test('a charge that the server could not confirm offers Check again, not another payment', async () => {
  const onCheckAgain = vi.fn();
  show(
    <UnverifiedPanel problem="Unknown error occurred" isProcessing={false} onCheckAgain={onCheckAgain} />,
    'Payment',
  );
  expect(screen.getByRole('alert').textContent).toBe('Payment Verification FailedUnknown error occurred');
  expect(screen.queryByRole('button', { name: 'Complete Payment' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));

  expect(onCheckAgain).toHaveBeenCalledOnce();
});

const { fare } = buildUnpaidRide();
const payment = { brand: 'visa', last4: '4242' };

test('formatPayment names the card that paid', () => {
  expect(formatPayment({ fare, payment })).toBe('$159.82, Visa ending 4242');
  expect(formatPayment({ fare, payment: null })).toBe('$159.82');
});

test('formatPayment names a gift card that paid part or all of the fare', () => {
  const partly = { ...fare, giftCardCents: 5_000, totalCents: 10_982 };
  expect(formatPayment({ fare: partly, payment })).toBe('$109.82, Visa ending 4242; $50.00, gift card');
  const wholly = { ...fare, giftCardCents: 15_982, totalCents: 0 };
  expect(formatPayment({ fare: wholly, payment: null })).toBe('$159.82, gift card');
});

test('formatPayment is zero for a ride fully paid by a promo code', () => {
  expect(formatPayment({ fare: { ...fare, promoCents: 15_982, totalCents: 0 }, payment: null })).toBe(
    '$0.00',
  );
});
