import { expect, test } from 'vitest';
import type { Charge } from '#common/rides/ride-money.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { moneyOf, openCharges, refundTargets } from './money-rows.ts';

const charge = (overrides: Partial<Charge>): Charge => ({
  id: 'c'.repeat(24),
  kind: 'adjustment',
  amountCents: 4_500,
  status: 'paid',
  reason: 'One more stop',
  at: '2026-11-20T23:00:00.000Z',
  paymentIntentId: null,
  refundId: null,
  ...overrides,
});
const CARD = { brand: 'visa', last4: '4242' };

test('each charge is labelled by its kind, with how it was paid', () => {
  const charges = [
    charge({ kind: 'difference', reason: 'Pickup Fri 27 Nov, 8:00 PM', card: CARD }),
    charge({ kind: 'difference', status: 'open', reason: '4 hours' }),
    charge({ kind: 'difference', status: 'open', reason: '5 hours', isByStaff: true }),
    charge({ kind: 'extension', status: 'open', reason: '30 more minutes' }),
    charge({ kind: 'waiting', status: 'open', reason: 'Waiting, 4 minutes' }),
    charge({ kind: 'tip', reason: 'Tip', card: CARD }),
    charge({}),
  ];
  const rows = moneyOf(buildStaffRide({ charges })).moved.map(({ label, note }) => [label, note]);

  expect(rows).toEqual(
    expect.arrayContaining([
      ['Change, paid', 'Pickup Fri 27 Nov, 8:00 PM, Visa 4242'],
      ['Change, not paid yet', '4 hours'],
      ['Change, link sent, not paid', '5 hours'],
      ['More time, not paid yet', '30 more minutes'],
      ['Waiting, link sent, not paid', 'Waiting, 4 minutes'],
      ['Tip, paid', 'Visa 4242'],
      ['Extra charge, paid by link', 'One more stop'],
    ]),
  );
});

test('waiting kept from the refund of a lower final fare has a row', () => {
  const rowOf = (actualFareCents: number, paymentStatus: 'paid' | 'on_account' = 'paid') => {
    const ride = { status: 'completed', paymentStatus, actualFareCents } as const;
    const waiting = { minutes: 30, cents: 3_000 };
    return moneyOf(buildStaffRide({ ...ride, waiting })).moved.find(({ label }) =>
      label.startsWith('Waiting'),
    );
  };
  const label = 'Waiting, kept from the refund';

  expect(rowOf(12_000)).toEqual({ label, cents: 3_000, note: '30 minutes' });
  expect(rowOf(14_982)).toEqual({ label, cents: 1_000, note: '30 minutes, part of $30.00' });
  expect(rowOf(15_982)).toBeUndefined();
  expect(rowOf(12_000, 'on_account')).toBeUndefined();
});

test('the gift card of a ride that was paid too late has no row, because it was never charged', () => {
  const { fare, history } = buildStaffRide();
  const late = buildStaffRide({
    status: 'cancelled',
    paymentStatus: 'refunded',
    fare: { ...fare, giftCardCents: 8_000, totalCents: 0 },
    history: history.filter(({ change }) => change === 'requested'),
  });

  expect(moneyOf(late).moved.map(({ label }) => label)).not.toContain('Paid by gift card');
});

test('a refund names the card that paid its charge, or else the card of the ride', () => {
  const paid = charge({ kind: 'difference', card: { brand: 'mastercard', last4: '4444' } });
  const refund = { reason: 'adjustment' as const, amountCents: 1_000, refundId: null, giftCardCents: 0 };
  const ride = buildStaffRide({
    payment: CARD,
    charges: [paid],
    refunds: [refund, { ...refund, chargeId: paid.id }],
  });
  const labels = moneyOf(ride).moved.map(({ label }) => label);

  expect(labels).toEqual(expect.arrayContaining(['Refunded to Visa 4242', 'Refunded to Mastercard 4444']));
  const sums = { toCardCents: 2_000, toGiftCardCents: 0 };
  expect(refundTargets(ride, sums)[0]?.label).toBe('Back to the cards that paid');
});

test('a paid charge for the ride itself cannot be withdrawn, unlike an open one, a tip or an extra charge', () => {
  const withdrawable = (overrides: Partial<Charge>) =>
    moneyOf(buildStaffRide({ charges: [charge(overrides)] })).moved.some((row) => row.charge);

  expect(withdrawable({ kind: 'difference' })).toBe(false);
  expect(withdrawable({ kind: 'extension' })).toBe(false);
  expect(withdrawable({ kind: 'difference', status: 'open' })).toBe(true);
  expect(withdrawable({ kind: 'tip' })).toBe(true);
  expect(withdrawable({})).toBe(true);
});

test('later refunds by staff reduce the cancellation fee that is shown, except for a ride on account', () => {
  const cancellation = { by: 'rider', feeCents: 5_000, reason: 'Plans changed' } as const;
  const kept = (overrides: Parameters<typeof buildStaffRide>[0]) =>
    moneyOf(buildStaffRide({ status: 'cancelled', cancellation, ...overrides })).moved.find(
      ({ label }) => label === 'Cancellation fee',
    )?.cents;

  expect(kept({ refundableCents: 5_000 })).toBe(5_000);
  expect(kept({ refundableCents: 2_000 })).toBe(2_000);
  expect(kept({ refundableCents: 0, paymentStatus: 'on_account' })).toBe(5_000);
});

test('an open tip is not among the charges that a payment link can be sent for', () => {
  const ride = buildStaffRide({
    charges: [charge({ kind: 'tip', status: 'open' }), charge({ kind: 'waiting', status: 'open' })],
  });

  expect(openCharges(ride).map(({ kind }) => kind)).toEqual(['waiting']);
});

test('a ride on account is billed its final fare, or once cancelled its fee', () => {
  const rowOf = (overrides: Parameters<typeof buildStaffRide>[0]) =>
    moneyOf(buildStaffRide({ paymentStatus: 'on_account', ...overrides })).moved.find(({ label }) =>
      label.startsWith('On account'),
    );
  const label = 'On account, billed later';
  const cancellation = { by: 'rider', feeCents: 500, reason: 'Plans changed' } as const;
  const free = { ...cancellation, by: 'operations', feeCents: 0 } as const;

  expect(rowOf({})).toEqual({ label, cents: 15_982 });
  expect(rowOf({ status: 'completed', actualFareCents: 12_000 })).toEqual({ label, cents: 12_000 });
  expect(rowOf({ status: 'cancelled', cancellation })).toEqual({ label, cents: 500 });
  expect(rowOf({ status: 'cancelled', cancellation: free })).toEqual({ label: 'On account', cents: 0 });
});

test('the fee for a no-show is called by its name', () => {
  const cancellation = { by: 'no_show', feeCents: 1_500, reason: 'Nobody was at the pickup.' } as const;
  const rows = moneyOf(buildStaffRide({ status: 'cancelled', cancellation, refundableCents: 1_500 })).moved;

  expect(rows).toContainEqual({ label: 'No-show fee', cents: 1_500, note: 'Nobody was at the pickup.' });
});
