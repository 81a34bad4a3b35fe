// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RiderRide } from '#common/rides/ride.ts';
import { buildUnpaidRide, NOW } from '#web/testing/build-ride.ts';
import { FareTotal, RideSummary } from './ride-summary.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
});

function show(ride: RiderRide = buildUnpaidRide()) {
  render(<RideSummary ride={ride} vehicle={null} />);
  return screen.getByRole('region', { name: 'Your ride' });
}

/** Returns the description beside a term of the summary. */
const rowOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

test('the summary shows vehicle, places, pickup, booking type and fare', () => {
  const summary = show();

  expect(screen.getByRole('heading', { name: 'Lux SUV' })).toBeVisible();
  for (const part of ['Seats 6', 'Harry Reid International Airport', 'Bellagio Hotel & Casino'])
    expect(summary.textContent).toContain(part);
  expect(summary.textContent).not.toContain('Black or White');
  expect(rowOf('Preferred color')).toBe('black');
  expect(rowOf('Pickup')).toContain('6:30 PM PST');
  expect(rowOf('Booking')).toBe('Point-to-Point');
  expect(rowOf('Airport pickup fee')).toBe('$10.00');
  expect(rowOf('Gratuity, 18%')).toBe('$24.38');
  expect(rowOf('Service and insurance')).toBe('Included');
  expect(rowOf('Estimated fare')).toBe('$159.82');
});

test('without a chosen color, the colors of the vehicle are listed after its seats', () => {
  expect(show(buildUnpaidRide({ preferredColor: null })).textContent).toContain('Seats 6, Black or White');
});

test('an hourly booking shows its hours', () => {
  show(buildUnpaidRide({ bookingType: 'hourly', hours: 2.5 }));
  expect(rowOf('Booking')).toBe('Hourly, 2.5 hours');
});

test('a ride type that is not in the catalogue is shown by its tier, without seats', () => {
  const summary = show(buildUnpaidRide({ rideType: 'xl' }));
  expect(screen.getByRole('heading', { name: 'XL' })).toBeVisible();
  expect(summary.textContent).not.toContain('Seats');
});

test('a gift card that pays part of the fare reduces the amount to pay', () => {
  const ride = buildUnpaidRide();
  const fare = { ...ride.fare, giftCardCents: 5000, totalCents: ride.fare.fareCents - 5000 };
  show({ ...ride, fare });

  expect(rowOf('Estimated fare')).toBe('$159.82');
  expect(rowOf('Gift card')).toBe('−$50.00');
  expect(rowOf('To pay')).toBe('$109.82');
});

test('a waived remainder has its own row, after a gift card and after a promo code', () => {
  const ride = buildUnpaidRide();
  const { unmount } = render(
    <FareTotal fare={{ ...ride.fare, giftCardCents: ride.fare.fareCents - 30, totalCents: 0 }} />,
  );
  expect(rowOf('Gift card')).toBe('−$159.52');
  expect(rowOf('Waived, under 50 cents')).toBe('−$0.30');
  expect(rowOf('To pay')).toBe('$0.00');
  unmount();

  render(<FareTotal fare={{ ...ride.fare, fareCents: 40, totalCents: 0 }} />);
  expect(rowOf('Estimated fare')).toBe('$0.40');
  expect(rowOf('Waived, under 50 cents')).toBe('−$0.40');
  expect(screen.queryByText('Gift card')).toBeNull();
});

test('the two rides of a return trip are shown separately, with their sum', () => {
  const ride = buildUnpaidRide({ stops: ['Fashion Show Mall'], flightNumber: 'WN 1482' });
  const back = buildUnpaidRide({
    pickupLocation: ride.dropoffLocation,
    dropoffLocation: ride.pickupLocation,
    scheduledDate: '2026-11-30',
    scheduledTime: '11:00',
  });
  render(<RideSummary ride={ride} returnRide={back} vehicle={null} />);

  const legs = ['There', 'Back'].map((name) => within(screen.getByRole('region', { name })));
  expect(legs[0]?.getByText('Fashion Show Mall')).toBeVisible();
  expect(legs[0]?.getByText('WN 1482')).toBeVisible();
  expect(legs[1]?.getByText('Mon 30 Nov, 11:00 AM PST')).toBeVisible();
  expect(legs.map((leg) => leg.getByText('Fare').parentElement?.textContent)).toEqual([
    'Fare$159.82',
    'Fare$159.82',
  ]);
  expect(rowOf('Estimated fare')).toBe('$319.64');
});
