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

test('rides and provider records that agree are correct', () => {
  const ride = paid();
  expect(checkPayments([ride], { payments: [paymentOf(ride)], refunds: [] })).toEqual([]);
});

test('a payment that settled no ride, and a ride that nobody paid, are found', () => {
  const lost = rideRecord(['requested'], { paymentStatus: 'pending' });
  const unpaid = paid();
  const problems = checkPayments([lost, unpaid], { payments: [paymentOf(lost)], refunds: [] });
  expect(problems).toEqual([
    `ride ${lost.id} costs 0 cents, and ${lost.fare.totalCents} were paid`,
    `ride ${unpaid.id} costs ${unpaid.fare.totalCents} cents, and 0 were paid`,
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
  expect(check([])).toContain(`ride ${ride.id} is owed a refund of 1000 cents, and 0 were refunded`);
  expect(check([refund, refund])).toContain(
    `ride ${ride.id} is owed a refund of 1000 cents, and 2000 were refunded`,
  );
});

test('a refund that failed is not counted as refunded, and is no loss once its ride records that', () => {
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
