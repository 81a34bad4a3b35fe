import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildUnpaidRide } from '#web/testing/build-ride.ts';
import { BookedScreen } from './booked-screen.tsx';
import { ClosedPanel, NothingDuePanel, SettledPanel, UnverifiedPanel } from './outcome-panels.tsx';
import { RideSummary } from './ride-summary.tsx';

/** The words of a screen, without its markup. */
const wordsOf = (screen: ReactElement) =>
  renderToStaticMarkup(<StaticRouter location="/checkout">{screen}</StaticRouter>)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

const withGiftCard = (cents: number): RiderRide => {
  const ride = buildUnpaidRide();
  const { fareCents } = ride.fare;
  return { ...ride, fare: { ...ride.fare, giftCardCents: cents, totalCents: fareCents - cents } };
};

const summaryOf = (overrides: Partial<RiderRide> = {}) =>
  wordsOf(<RideSummary ride={buildUnpaidRide(overrides)} vehicle={null} />);

test('the summary says what is being paid for', () => {
  const words = summaryOf();
  for (const text of [
    'Lux SUV',
    'Seats 6, Black or White',
    'Harry Reid International Airport',
    'Bellagio Hotel &amp; Casino',
    '6:30 PM PST',
    'Point-to-Point',
    'Airport pickup fee|$10.00',
    'Gratuity, 18%|$24.38',
    'Service and insurance|Included',
    'Estimated fare|$159.82',
  ]) {
    expect(words).toContain(text);
  }
});

test('an hourly booking shows its hours', () => {
  expect(summaryOf({ bookingType: 'hourly', hours: 2.5 })).toContain('Booking|Hourly, 2.5 hours');
});

test('a ride type that is no vehicle is shown by its tier, without seats', () => {
  const words = summaryOf({ rideType: 'xl' });
  expect(words).toContain('|XL|');
  expect(words).not.toContain('Seats');
});

test('a gift card that pays part leaves the rest to pay', () => {
  expect(wordsOf(<RideSummary ride={withGiftCard(5000)} vehicle={null} />)).toContain(
    'Estimated fare|$159.82|Gift card|−$50.00|To pay|$109.82',
  );
});

test('a ride its gift card covers only wants confirming', () => {
  const words = wordsOf(<NothingDuePanel fare={withGiftCard(15982).fare} onConfirm={() => {}} />);
  expect(words).toContain('Your gift card covers this ride.');
  expect(words).toContain('Confirm Booking');
});

test.each([
  [
    { status: 'cancelled', paymentStatus: 'expired' },
    'This ride is no longer held|You have not been charged.',
  ],
  [{ paymentStatus: 'pending' }, 'This ride is no longer held|You have not been charged.'],
  [{ status: 'cancelled', paymentStatus: 'paid' }, 'This ride was cancelled|Your refund is on its way.'],
  [
    { status: 'cancelled', paymentStatus: 'refunded', refundedAmount: '$159.82' },
    'This ride was cancelled|$159.82 went back to your card.',
  ],
  [
    { status: 'cancelled', paymentStatus: 'refunded', refundFailedAmount: '$159.82' },
    'This ride was cancelled|$159.82 could not be sent back to your card.',
  ],
  [{ paymentStatus: 'flagged' }, 'Payment under review'],
] as const)('a ride that cannot be paid for says why: %o', (overrides, text) => {
  expect(wordsOf(<ClosedPanel ride={buildUnpaidRide(overrides)} />)).toContain(text);
});

test('a paid ride names the card it was paid with', () => {
  const paid = buildUnpaidRide({ paymentStatus: 'paid', payment: { brand: 'visa', last4: '4242' } });
  expect(wordsOf(<SettledPanel ride={paid} />)).toContain('$159.82, Visa ending 4242.');
});

test('a charge the server could not confirm never asks to pay again', () => {
  const words = wordsOf(
    <UnverifiedPanel problem="Unknown error occurred" isProcessing={false} onCheckAgain={() => {}} />,
  );
  expect(words).toContain('Payment Verification Failed|Unknown error occurred');
  expect(words).not.toContain('Complete Payment');
});

test.each([
  ['paid', 'Payment Successful|Your ride has been booked and paid for!'],
  ['waived', 'Booking Confirmed'],
  ['pending', 'Payment received|We are confirming it.'],
] as const)('a ride just booked whose payment is %s says: %s', (paymentStatus, text) => {
  const ride = buildUnpaidRide({ paymentStatus });
  expect(wordsOf(<BookedScreen ride={ride} vehicle={null} onDone={() => {}} />)).toContain(text);
});
