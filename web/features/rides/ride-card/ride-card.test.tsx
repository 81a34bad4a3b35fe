import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { formatRefund } from '#common/rides/refund-words.ts';
import { buildDriverRide, buildOffer, buildRiderRide, NOW } from '#web/testing/build-ride.ts';
import { DriverRideCard } from '../driver/driver-ride-card.tsx';
import { OfferCard } from '../driver/offer-card.tsx';
import { TakenRow } from '../driver/offer-list.tsx';
import { PastRides } from '../ride-card/past-rides.tsx';
import { RiderRideCard, UnpaidRideCard } from '../rider/rider-ride-card.tsx';

const html = (element: ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);

/** What a person reads. */
const text = (element: ReactElement) =>
  html(element)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

const noDrawing = () => null;
const posted = (overrides = {}) => ({
  offer: buildOffer(),
  isNew: false,
  isTaken: false,
  isAccepting: false,
  ...overrides,
});
const offerCard = (overrides = {}, isOpen = true) => (
  <OfferCard
    posted={posted(overrides)}
    now={NOW}
    isOpen={isOpen}
    renderVehicle={noDrawing}
    onAccept={() => {}}
  />
);

test('an offer tells what, where, when and for how much', () => {
  const words = text(offerCard());
  for (const part of [
    'Premium',
    'Lux SUV',
    'seats 6',
    '2 minutes ago',
    'Pickup: Harry Reid International Airport',
    'Drop-off: Bellagio Hotel & Casino',
    '6:30 PM PST',
    'Point to Point',
    'Estimated fare $159.82',
    'Your share $109.38',
    'Accept Ride',
  ])
    expect(words).toContain(part);
});

test('ride types that are no vehicles are shown as their tier, unknown ones raw', () => {
  expect(text(offerCard({ offer: buildOffer({ rideType: 'xl' }) }))).toContain('XL XL');
  expect(text(offerCard({ offer: buildOffer({ rideType: 'hovercraft' }) }))).toContain('hovercraft');
});

test('Accept can be pressed only while the list is live and nothing is on its way', () => {
  expect(html(offerCard())).not.toContain('aria-disabled');
  expect(html(offerCard({}, false))).toMatch(/aria-disabled="true"[^>]*>Accept Ride/);
  expect(html(offerCard({ isAccepting: true }))).toMatch(/aria-disabled="true"[^>]*>Accepting\.\.\./);
});

test('only an offer that has just arrived wears the ring', () => {
  expect(html(offerCard({ isNew: true }))).toContain('new-offer-ring');
  expect(html(offerCard())).not.toContain('new-offer-ring');
});

test('a taken offer says so and offers nothing', () => {
  const row = html(<TakenRow offer={buildOffer()} now={NOW} />);
  expect(row).toContain('Taken');
  expect(row).not.toContain('<button');
});

test('a rider reads who is coming and how far the ride is', () => {
  const ride = buildRiderRide({
    status: 'accepted',
    driver: { firstName: 'Sam', vehicle: 'Black Lux SUV' },
    history: buildDriverRide().history,
  });
  const card = <RiderRideCard ride={ride} now={NOW} renderVehicle={noDrawing} />;

  for (const part of ['Your driver is on the way!', 'Sam', 'Black Lux SUV', 'Accepted 4:12 PM', 'Paid'])
    expect(text(card)).toContain(part);
  expect(html(card)).toMatch(/aria-current="step"[\s\S]*Accepted/);
});

test('an unpaid ride can be paid until its time, but not while its payment is looked at', () => {
  const ride = buildRiderRide({ paymentStatus: 'pending', payBy: '2026-11-21T00:38:00.000Z' });
  const waiting = text(<UnpaidRideCard ride={ride} now={NOW} isConfirming={false} />);
  expect(waiting).toContain('Awaiting payment');
  expect(waiting).toContain('Held until 4:38 PM PST. Drivers see it once it is paid.');
  expect(waiting).toContain('Pay now');

  const confirming = text(<UnpaidRideCard ride={ride} now={NOW} isConfirming />);
  expect(confirming).toContain('We are confirming your payment.');
  expect(confirming).not.toContain('Pay now');
});

test('a driver can call the rider and make the next move', () => {
  const ride = buildDriverRide({ specialRequests: 'One child seat, please' });
  const accepted = <DriverRideCard ride={ride} now={NOW} renderVehicle={noDrawing} />;
  expect(html(accepted)).toContain('href="tel:7025550142"');
  for (const part of ['Alex Morgan', 'One child seat, please', 'Your share $109.38', 'Start Ride'])
    expect(text(accepted)).toContain(part);

  const underWay = { ...ride, status: 'in_progress' as const, customer: null };
  const card = <DriverRideCard ride={underWay} now={NOW} renderVehicle={noDrawing} />;
  expect(text(card)).toContain('Complete Ride');
  expect(html(card)).not.toContain('tel:');
});

test('what a rider or driver typed is shown as text', () => {
  const ride = buildDriverRide({ specialRequests: '<img src=x onerror=alert(1)>' });
  expect(html(<DriverRideCard ride={ride} now={NOW} renderVehicle={noDrawing} />)).not.toContain('<img');
});

test('a past ride shows its actual fare, and what went back', () => {
  const ride = buildRiderRide({
    status: 'completed',
    estimatedFare: '$97.37',
    actualFare: '$85.37',
    refundedAmount: '$12.00',
  });
  const words = text(<PastRides rides={[ride]} now={NOW} noteOf={formatRefund} />);
  expect(words).toContain('$85.37');
  expect(words).toContain('$12.00 went back to your card.');
  expect(words).not.toContain('$97.37');
});
