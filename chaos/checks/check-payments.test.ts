import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { rideRecord } from '#server/testing/ride-record.ts';
import { checkPayments } from './check-payments.ts';

const paid = () => rideRecord(['requested', 'paid']);

const paymentOf = ({ id, paymentIntentId, fare }: RideRecord) =>
  ({
    id: paymentIntentId,
    status: 'succeeded',
    amount_received: fare.totalCents,
    metadata: { rideId: id },
  }) as unknown as Stripe.PaymentIntent;
const refundOf = ({ paymentIntentId }: RideRecord, amount: number) =>
  ({ payment_intent: paymentIntentId, amount }) as Stripe.Refund;

test('no problem is reported when rides and provider records agree', () => {
  const ride = paid();
  expect(checkPayments([ride], { payments: [paymentOf(ride)], refunds: [] })).toEqual([]);
});

test('a payment that settled no ride and a ride marked as paid without a payment are found', () => {
  const lost = rideRecord(['requested'], { paymentStatus: 'pending' });
  const unpaid = paid();
  const problems = checkPayments([lost, unpaid], { payments: [paymentOf(lost)], refunds: [] });
  expect(problems).toEqual([
    `ride ${lost.id} costs 0 cents, and ${lost.fare.totalCents} were paid`,
    `ride ${lost.id} is owed a refund of ${lost.fare.totalCents} cents, and 0 were refunded`,
    `ride ${unpaid.id} costs ${unpaid.fare.totalCents} cents, and 0 were paid`,
    `ride ${unpaid.id} is owed a refund of -${unpaid.fare.totalCents} cents, and 0 were refunded`,
  ]);
});

test('a payment made twice is found', () => {
  const ride = paid();
  const payments = [paymentOf(ride), { ...paymentOf(ride), id: 'pi_again' }];
  expect(checkPayments([ride], { payments, refunds: [] })).toContain('payment pi_again belongs to no ride');
});

const CHARGE = {
  id: 'charge',
  kind: 'difference' as const,
  amountCents: 2_000,
  status: 'paid' as const,
  reason: 'One more hour',
  at: new Date().toISOString(),
  paymentIntentId: 'pi_charge',
  refundId: null,
};

/** Returns a ride that an edit made more expensive by a paid charge, with the payments for both. */
function edited(charge: Partial<RideRecord['charges'][number]> = {}) {
  const { fare } = paid();
  const ride = rideRecord(['requested', 'paid', 'adjusted', 'edited'], {
    bookedFare: fare,
    fare: { ...fare, fareCents: fare.fareCents + 2_000, totalCents: fare.totalCents + 2_000 },
    charges: [{ ...CHARGE, ...charge }],
  });
  const booking = { ...paymentOf(ride), amount_received: fare.totalCents };
  const difference = { ...paymentOf(ride), id: 'pi_charge', amount_received: 2_000 };
  return { ride, booking, difference };
}

test('an edited ride needs payments for its booking and for the difference', () => {
  const { ride, booking, difference } = edited();
  expect(checkPayments([ride], { payments: [booking, difference], refunds: [] })).toEqual([]);
  expect(checkPayments([ride], { payments: [booking], refunds: [] })).toContain(
    `ride ${ride.id} costs 2000 cents for its difference, and 0 were paid`,
  );
});

test('an edit applied before it is paid and a payment whose charge is lost are found', () => {
  const { ride, booking, difference } = edited({ status: 'open', paymentIntentId: null });
  expect(checkPayments([ride], { payments: [booking], refunds: [] })).toEqual([
    `ride ${ride.id} is owed a refund of -2000 cents, and 0 were refunded`,
  ]);
  expect(checkPayments([ride], { payments: [booking, difference], refunds: [] })).toContain(
    'payment pi_charge belongs to no ride',
  );
});

test('an extension whose charge was lost is found even if the ride’s final fare matches the known payments', () => {
  const { fare } = paid();
  const extended = (charges: RideRecord['charges']) =>
    rideRecord(['requested', 'paid', 'accepted', 'in_progress', 'extended', 'completed'], {
      bookedFare: fare,
      fare: { ...fare, fareCents: fare.fareCents + 2_000, totalCents: fare.totalCents + 2_000 },
      charges,
      actualFareCents: fare.totalCents,
    });
  const lost = extended([]);
  const known = { ...extended([{ ...CHARGE, kind: 'extension' }]), actualFareCents: null };
  const difference = { ...paymentOf(known), id: 'pi_charge', amount_received: 2_000 };
  const booking = (ride: RideRecord) => ({ ...paymentOf(ride), amount_received: fare.totalCents });

  expect(checkPayments([lost], { payments: [booking(lost)], refunds: [] })).toEqual([
    `ride ${lost.id} was extended 1 times, which 0 charges paid`,
  ]);
  expect(checkPayments([known], { payments: [booking(known), difference], refunds: [] })).toEqual([]);
});

test('a missing refund for a cheaper edit is found', () => {
  const { fare } = paid();
  const ride = rideRecord(['requested', 'paid', 'edited', 'refunded'], {
    bookedFare: fare,
    fare: { ...fare, fareCents: fare.fareCents - 1_500, totalCents: fare.totalCents - 1_500 },
    refunds: [{ reason: 'adjustment', amountCents: 1_500, refundId: 're_1', giftCardCents: 0 }],
  });
  const payments = [{ ...paymentOf(ride), amount_received: fare.totalCents }];
  expect(checkPayments([ride], { payments, refunds: [refundOf(ride, 1_500)] })).toEqual([]);
  expect(checkPayments([ride], { payments, refunds: [] })).toContain(
    `ride ${ride.id} is owed a refund of 1500 cents, and 0 were refunded`,
  );
});

test('a charge refunded in full is correct, and a charge left open after its expiry is found', () => {
  const { fare } = paid();
  const ride = rideRecord(['requested', 'paid'], {
    fare,
    charges: [{ ...CHARGE, status: 'refunded', refundId: 're_1' }],
  });
  const payments = [paymentOf(ride), { ...paymentOf(ride), id: 'pi_charge', amount_received: 2_000 }];
  const refunds = [{ payment_intent: 'pi_charge', amount: 2_000 } as Stripe.Refund];
  expect(checkPayments([ride], { payments, refunds })).toEqual([]);

  const payBy = new Date(Date.now() - 70_000).toISOString();
  const waiting = rideRecord(['requested', 'paid'], {
    charges: [{ ...CHARGE, status: 'open', paymentIntentId: null, payBy }],
  });
  expect(checkPayments([waiting], { payments: [paymentOf(waiting)], refunds: [] })).toEqual([
    `charge charge of ride ${waiting.id} waits past its time`,
  ]);
});

test('a cancelled ride that was free by promo code keeps its fee from a paid edit and refunds exactly the rest', () => {
  const { fare } = paid();
  const free = { ...fare, fareCents: 0, promoCents: fare.fareCents, totalCents: 0 };
  const ride = rideRecord(['requested', 'paid', 'edited', 'accepted', 'cancelled', 'refunded'], {
    status: 'cancelled',
    paymentStatus: 'waived',
    paymentIntentId: null,
    bookedFare: free,
    fare: { ...free, fareCents: 2_000, totalCents: 2_000 },
    charges: [CHARGE],
    cancellation: { by: 'rider', feeCents: 500, reason: '' },
    refunds: [
      { reason: 'adjustment', amountCents: 1_500, refundId: 're_1', giftCardCents: 0, chargeId: CHARGE.id },
    ],
  });
  const metadata = { chargeId: CHARGE.id };
  const payment = { id: 'pi_charge', status: 'succeeded', amount_received: 2_000, metadata };
  const payments = [payment as unknown as Stripe.PaymentIntent];
  const refund = (amount: number) => [{ payment_intent: 'pi_charge', amount } as Stripe.Refund];
  expect(checkPayments([ride], { payments, refunds: refund(1_500) })).toEqual([]);
  expect(checkPayments([ride], { payments, refunds: refund(2_000) })).toContain(
    `ride ${ride.id} is owed a refund of 1500 cents, and 2000 were refunded`,
  );
});

test('a missing or duplicate refund is found', () => {
  const ride = rideRecord(['requested', 'paid', 'accepted', 'in_progress', 'completed'], {
    actualFareCents: paid().fare.fareCents - 1_000,
    refunds: [{ reason: 'completed-for-less', amountCents: 1_000, refundId: 're_1', giftCardCents: 0 }],
  });
  const refund = refundOf(ride, 1_000);
  const check = (refunds: Stripe.Refund[]) => checkPayments([ride], { payments: [paymentOf(ride)], refunds });
  expect(check([refund])).toEqual([]);
  expect(check([])).toContain(`ride ${ride.id} is owed a refund of 1000 cents, and 0 were refunded`);
  expect(check([refund, refund])).toContain(
    `ride ${ride.id} is owed a refund of 1000 cents, and 2000 were refunded`,
  );
});

test('a failed refund does not count as refunded, and is correct once its ride records the failure', () => {
  const ride = (failure: object) =>
    rideRecord(['requested', 'paid', 'accepted', 'in_progress', 'completed'], {
      actualFareCents: paid().fare.fareCents - 1_000,
      refunds: [
        { reason: 'completed-for-less', amountCents: 1_000, refundId: 're_1', giftCardCents: 0, ...failure },
      ],
    });
  const check = (recorded: RideRecord) =>
    checkPayments([recorded], {
      payments: [paymentOf(recorded)],
      refunds: [{ ...refundOf(recorded, 1_000), status: 'failed' }],
    });
  expect(check(ride({ failure: 'declined' }))).toEqual([]);
  expect(check(ride({}))).toHaveLength(2);
});

/** Returns a ride that expired by itself and whose refunds are recorded as its whole cost. */
const refundedInFull = (
  history: Parameters<typeof rideRecord>[0],
  reason: RideRecord['refunds'][number]['reason'],
): RideRecord => {
  const amountCents = paid().fare.totalCents;
  return rideRecord(history, {
    status: 'cancelled',
    paymentStatus: 'refunded',
    refunds: [{ reason, amountCents, refundId: 're_1', giftCardCents: 0 }],
  });
};

test('a ride that no driver accepted has to be refunded in full, exactly once', () => {
  const ride = refundedInFull(['requested', 'paid', 'cancelled', 'refunded'], 'not-accepted');
  const { totalCents } = ride.fare;
  const check = (refunded: readonly number[], of = ride) =>
    checkPayments([of], { payments: [paymentOf(of)], refunds: refunded.map((cents) => refundOf(of, cents)) });
  const owed = (cents: number) =>
    `ride ${ride.id} is owed a refund of ${totalCents} cents, and ${cents} were refunded`;

  expect(check([totalCents])).toEqual([]);
  expect(check([totalCents - 1])).toContain(owed(totalCents - 1));
  expect(check([totalCents, totalCents])).toContain(owed(2 * totalCents));
  // The refund is recorded as made, but has the wrong amount.
  const refunds = ride.refunds.map((refund) => ({ ...refund, amountCents: totalCents - 1 }));
  expect(check([totalCents - 1], { ...ride, refunds })).toEqual([owed(totalCents - 1)]);
});

test('a ride paid too late has to be refunded in full, whether or not it records the refund yet', () => {
  const ride = refundedInFull(['requested', 'cancelled', 'refunded'], 'paid-too-late');
  const { totalCents } = ride.fare;
  const refunds = [refundOf(ride, totalCents)];

  expect(checkPayments([ride], { payments: [paymentOf(ride)], refunds })).toEqual([]);
  expect(checkPayments([ride], { payments: [paymentOf(ride)], refunds: [] })).toContain(
    `ride ${ride.id} is owed a refund of ${totalCents} cents, and 0 were refunded`,
  );
  expect(checkPayments([ride], { payments: [], refunds: [] })).toContain(
    `ride ${ride.id} costs ${totalCents} cents, and 0 were paid`,
  );

  const late = { ...ride, paymentStatus: 'expired' as const, refunds: [] };
  expect(checkPayments([late], { payments: [], refunds: [] })).toEqual([]);
  expect(checkPayments([late], { payments: [paymentOf(late)], refunds: [] })).toEqual([
    `ride ${ride.id} is owed a refund of ${totalCents} cents, and 0 were refunded`,
  ]);
});
