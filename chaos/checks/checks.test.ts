import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { rideRecord } from '#server/testing/ride-record.ts';
import type { Deed } from '../screen/contract.ts';
import { checkDeeds } from './check-deeds.ts';
import { checkDrivers } from './check-drivers.ts';
import { checkPayments } from './check-payments.ts';
import { comparePage } from './compare-page.ts';
import { compareTab } from './compare-tab.ts';

const paid = () => rideRecord(['requested', 'paid']);
const doer = (userId: string, ...deeds: Deed[]) => [{ userId, deeds }];

const paymentOf = ({ id, paymentIntentId, fare }: RideRecord) =>
  ({
    id: paymentIntentId,
    status: 'succeeded',
    amount_received: fare.totalCents,
    metadata: { rideId: id },
  }) as unknown as Stripe.PaymentIntent;
const refundOf = ({ paymentIntentId }: RideRecord, amount: number) =>
  ({ payment_intent: paymentIntentId, amount }) as Stripe.Refund;

test('rides and books that agree are well', () => {
  const ride = paid();
  expect(checkPayments([ride], { payments: [paymentOf(ride)], refunds: [] })).toEqual([]);
});

test('a payment that settled no ride, and a ride that nobody paid, are found', () => {
  const lost = rideRecord(['requested'], { paymentStatus: 'pending' });
  const unpaid = paid();
  const problems = checkPayments([lost, unpaid], { payments: [paymentOf(lost)], refunds: [] });
  expect(problems).toEqual([
    `ride ${lost.id} owes 0 cents, and ${lost.fare.totalCents} were paid`,
    `ride ${unpaid.id} owes ${unpaid.fare.totalCents} cents, and 0 were paid`,
  ]);
});

test('a payment made twice is found', () => {
  const ride = paid();
  const payments = [paymentOf(ride), { ...paymentOf(ride), id: 'pi_again' }];
  expect(checkPayments([ride], { payments, refunds: [] })).toContain('payment pi_again belongs to no ride');
});

test('a refund that never came, or came twice, is found', () => {
  const ride = rideRecord(['requested', 'paid', 'accepted', 'in_progress', 'completed'], {
    actualFareCents: paid().fare.fareCents - 1_000,
    refunds: [{ reason: 'completed-for-less', amountCents: 1_000, refundId: 're_1', giftCardCents: 0 }],
  });
  const refund = refundOf(ride, 1_000);
  const check = (refunds: Stripe.Refund[]) => checkPayments([ride], { payments: [paymentOf(ride)], refunds });
  expect(check([refund])).toEqual([]);
  expect(check([])).toContain(`ride ${ride.id} owes back 1000 cents, and 0 were refunded`);
  expect(check([refund, refund])).toContain(`ride ${ride.id} owes back 1000 cents, and 2000 were refunded`);
});

test('a refund that failed is not counted as refunded, and is no loss once its ride says so', () => {
  const ride = (failure: object) =>
    rideRecord(['requested', 'paid', 'accepted', 'in_progress', 'completed'], {
      actualFareCents: paid().fare.fareCents - 1_000,
      refunds: [
        { reason: 'completed-for-less', amountCents: 1_000, refundId: 're_1', giftCardCents: 0, ...failure },
      ],
    });
  const check = (told: RideRecord) =>
    checkPayments([told], {
      payments: [paymentOf(told)],
      refunds: [{ ...refundOf(told, 1_000), status: 'failed' }],
    });
  expect(check(ride({ failure: 'declined' }))).toEqual([]);
  expect(check(ride({}))).toHaveLength(2);
});

test('a ride with two drivers is found, and one whose driver was told otherwise', () => {
  const twice = rideRecord(['requested', 'paid', 'accepted', 'accepted'], { driverId: 'sam' });
  expect(checkDrivers([twice], [])).toHaveLength(1);
  const ride = rideRecord(['requested', 'paid', 'accepted'], { driverId: 'sam' });
  expect(checkDrivers([ride], doer('sam', { did: 'accepted', rideId: ride.id }))).toEqual([]);
  expect(checkDrivers([ride], doer('dana', { did: 'accepted', rideId: ride.id }))).toHaveLength(1);
});

test('an acknowledged write that is gone is found, and a ride booked twice', () => {
  const ride = paid();
  const booked: Deed = { did: 'booked', rideId: ride.id };
  expect(checkDeeds([ride], doer('robin', booked))).toEqual([]);
  expect(checkDeeds([], doer('robin', booked))).toEqual([`ride ${ride.id} was booked, and is not`]);
  expect(checkDeeds([ride, { ...paid(), id: 'again' }], doer('robin', booked))).toEqual([
    'ride again was booked twice',
  ]);
});

test('a page is compared field by field', () => {
  const ride = paid();
  const viewer = { riderId: ride.riderId, driverId: null };
  const compare = (...riderRides: { id: string; version: number }[]) =>
    comparePage(viewer, { isLive: true, riderRides, driverRides: [], offers: [] }, [ride]);
  const shown = presentRiderRide(ride);
  expect(compare(shown)).toEqual([]);
  expect(compare({ ...shown, pickupLocation: 'Elsewhere' } as typeof shown)).toHaveLength(1);
  expect(compare()).toEqual([`riderRides: ride ${ride.id} is missing`]);
  expect(compare(shown, { id: 'gone', version: 1 })).toEqual([
    'riderRides: ride gone is shown and should not be',
  ]);
});

test('a tab is compared card by card', () => {
  const account = { role: 'rider', email: '', password: '', address: '' } as const;
  const ride = { ...paid(), dropoffLocation: 'Stage door 1-1' };
  const row = { text: 'Bellagio to Stage door 1-1', standing: 'Requested' };
  const compare = (...rows: (typeof row)[]) => compareTab(account, { isLive: true, rows }, [ride]);
  expect(compare(row)).toEqual([]);
  expect(compare({ ...row, text: 'Bellagio to Stage door 1-12' })).toEqual([
    'Stage door 1-1 is shown 0 times',
  ]);
  expect(compare({ ...row, standing: 'Accepted' })).toEqual(['Stage door 1-1 is not shown as Requested']);
  expect(compare(row, { ...row, text: 'Elsewhere' })).toEqual(['1 rows too many']);
});
