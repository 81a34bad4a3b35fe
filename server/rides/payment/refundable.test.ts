import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paidFor, type Sums, totalOf } from '#common/rides/ride-money.ts';
import { newId } from '../../testing/new-id.ts';
import { rideRecord } from '../../testing/ride-record.ts';
import type { RideRecord } from '../ride-model.ts';
import { deductFrom, refundAfterKeeping, refundable, refundOwedByOutcome } from './refundable.ts';

const AT = new Date(0).toISOString();

/** A ride paid by bank card and gift card, in cents. */
function paidRide(byCard: number, byGiftCard: number, overrides: Partial<RideRecord> = {}): RideRecord {
  const record = rideRecord(['requested', 'paid']);
  const fare = {
    ...record.fare,
    totalCents: byCard,
    giftCardCents: byGiftCard,
    fareCents: byCard + byGiftCard,
  };
  return { ...record, fare, paymentStatus: byCard > 0 ? 'paid' : 'waived', ...overrides };
}

const owedByHand = (sums: Sums) => ({
  id: newId(),
  ...sums,
  reason: 'late',
  by: 'Dana',
  at: AT,
  owedSince: AT,
});

test('amounts are refunded from the bank card before the gift card, and fees are kept from it first', () => {
  const left = { toCardCents: 600, toGiftCardCents: 1_000 };

  expect(deductFrom(left, 700)).toEqual({ toCardCents: 600, toGiftCardCents: 100 });
  expect(refundAfterKeeping(left, 500)).toEqual({ toCardCents: 100, toGiftCardCents: 1_000 });
  expect(refundAfterKeeping(left, 1_000)).toEqual({ toCardCents: 0, toGiftCardCents: 600 });
});

test.each([
  ['pending', 0],
  ['expired', 0],
  ['refunded', 0],
  ['flagged', 0],
  ['on_account', 0],
  ['waived', 300],
  ['paid', 1_000],
] as const)('a ride with payment status %s has %i refundable cents', (paymentStatus, cents) => {
  expect(totalOf(refundable(paidRide(700, 300, { paymentStatus })))).toBe(cents);
});

type End =
  | { how: 'completed'; actualCents: number }
  | { how: 'cancelled'; feeCents: number }
  | { how: 'gone' };

const end: fc.Arbitrary<End> = fc.oneof(
  fc.record({ how: fc.constant('completed' as const), actualCents: fc.nat(40_000) }),
  fc.record({ how: fc.constant('cancelled' as const), feeCents: fc.nat(1_000) }),
  fc.record({ how: fc.constant('gone' as const) }),
);

function ended(ride: RideRecord, how: End): RideRecord {
  switch (how.how) {
    case 'completed':
      return {
        ...ride,
        status: 'completed',
        actualFareCents: Math.min(how.actualCents, ride.fare.fareCents),
        refundOwed: { reason: 'completed-for-less', since: AT },
      };
    case 'cancelled': {
      const left = refundable(ride);
      const feeCents = Math.min(how.feeCents, totalOf(left));
      const refundOwed = {
        reason: 'cancelled',
        since: AT,
        sums: refundAfterKeeping(left, feeCents),
      } as const;
      return {
        ...ride,
        status: 'cancelled',
        cancellation: { by: 'rider', feeCents, reason: '' },
        refundOwed,
      };
    }
    case 'gone':
      return { ...ride, status: 'cancelled', refundOwed: { reason: 'not-accepted', since: AT } };
  }
}

/** Refunds as staff do: at most what is left, bank card first. */
function refundByHand(ride: RideRecord, wantedCents: number): RideRecord {
  const left = refundable(ride);
  const refund = owedByHand(deductFrom(left, Math.min(wantedCents, totalOf(left))));
  return { ...ride, adjustments: [...ride.adjustments, refund] };
}

test('no order of refunds by staff before and after a ride ends refunds either card more than it paid', () => {
  const any = fc.tuple(
    fc.nat(30_000),
    fc.nat(30_000),
    fc.array(fc.nat(20_000)),
    end,
    fc.array(fc.nat(20_000)),
  );
  fc.assert(
    fc.property(any, ([byCard, byGiftCard, before, how, after]) => {
      const paid = paidRide(byCard, byGiftCard);
      const over = ended(before.reduce(refundByHand, paid), how);
      const reason = over.refundOwed?.reason ?? 'cancelled';
      const owed = refundOwedByOutcome(over, reason);
      const all = after.reduce(refundByHand, over);

      // Later refunds by hand do not change what the end of the ride owes.
      expect(refundOwedByOutcome(all, reason)).toEqual(owed);
      const byHand = all.adjustments.reduce(
        (sum, each) => ({
          toCardCents: sum.toCardCents + each.toCardCents,
          toGiftCardCents: sum.toGiftCardCents + each.toGiftCardCents,
        }),
        owed,
      );
      const left = refundable(all);
      expect({
        toCardCents: byHand.toCardCents + left.toCardCents,
        toGiftCardCents: byHand.toGiftCardCents + left.toGiftCardCents,
      }).toEqual(paidFor(paid));
    }),
  );
});
