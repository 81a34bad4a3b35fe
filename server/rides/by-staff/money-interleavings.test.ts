import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { cancellationFees } from '#common/rides/cancellation.ts';
import { sumCents, totalOf } from '#common/rides/ride-money.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { stripe } from '../../infra/stripe.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildRequest, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { payAtStripe } from '../../testing/pay-charge.ts';
import { findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { confirmBooking } from '../booking/confirm-booking.ts';
import { requestRide } from '../booking/request-ride.ts';
import { cancelAsNoShow } from '../cancel/cancel-as-no-show.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { cancellationSums } from '../cancel/cancellation-sums.ts';
import { expireUnacceptedRide } from '../cancel/expire-unaccepted-ride.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { expireCharge } from '../charges/expire-charge.ts';
import { openChargeInPage } from '../charges/pay-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { editRide } from '../edit/edit-ride.ts';
import { planExtension } from '../edit/extend-ride.ts';
import { cancelPendingEdit, changeRide } from '../edit/hold-edit.ts';
import { planEdit } from '../edit/plan-edit.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { refundableCentsOfCharge } from '../payment/split-refund.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { adjustRide } from './adjust-ride.ts';
import { completeForDriver } from './complete-for-driver.ts';

setUpTestDatabase();

const [FARE_CENTS, CARD_CENTS] = [23_358, 10_000];
const ADMIN: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };
const RIDER: AuditActor = { role: 'rider', id: 'e'.repeat(24), name: 'Robin Rider', address: null };

const name = fc.constantFrom(
  'confirm' as const,
  'accept' as const,
  'start' as const,
  'close' as const,
  'pay back' as const,
  'pay back, adjustments first' as const,
  'cancel for the rider' as const,
  'cancel for operations' as const,
  'cancel by rider' as const,
  'arrive' as const,
  'no-show' as const,
);
const further = fc.constantFrom(
  'pay charges' as const,
  'confirm charges' as const,
  'expire charges' as const,
  'keep as it was' as const,
  'extend' as const,
);
const act = fc.oneof(
  fc.record({ name, cents: fc.constant(0) }),
  fc.record({ name: further, cents: fc.constant(0) }),
  fc.record({
    name: fc.constantFrom('refund' as const, 'complete' as const, 'complete for the driver' as const),
    cents: fc.nat(23_000),
  }),
  // Edits to one to six hours.
  fc.record({
    name: fc.constantFrom('edit' as const, 'edit for the rider' as const),
    cents: fc.integer({ min: 1, max: 6 }),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
/** Acts of one round run concurrently; rounds run one after the other. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });

/**
 * Books a ride with promo code and gift card, paid at Stripe and not confirmed yet.
 *
 * @param byCardCents books without gift card, with a promo code that leaves this amount for the bank card
 */
async function book(byCardCents: number | null = null) {
  const card = await buildGiftCard(CARD_CENTS);
  const takenOff = byCardCents === null ? {} : { amountCents: FARE_CENTS - byCardCents };
  const promo = await buildPromo({ totalCap: 1, ...takenOff });
  const riderId = card.id;
  const giftCardId = byCardCents === null ? card.pass : null;
  const request = buildRequest({ riderId, giftCardId, promoCodeId: promo.id });
  const { ride, clientSecret } = await requestRide(request, null);
  if (clientSecret === NO_PAYMENT_REQUIRED) await confirmBooking(await findRide(ride.id), RIDER);
  else await payAtStripe(paymentIntentOf(clientSecret));
  return { rideId: ride.id, cardId: card.id, driverId: (await buildDriver()).id };
}

/**
 * Lets ten minutes pass, after which cancelling costs the rider a fee, and moves the pickup into the past.
 */
async function letTimePass(rideId: string): Promise<void> {
  const { history } = await RideModel.findById(rideId).lean().orFail();
  const earlier = history.map((entry) => ({ ...entry, at: new Date(entry.at.getTime() - 600_000) }));
  const scheduledAt = new Date(Date.now() - 3_600_000);
  await RideModel.updateOne({ _id: rideId }, { history: earlier, scheduledAt });
}

/** The driver arrived 20 minutes ago. */
async function arrive(rideId: string): Promise<void> {
  await reachMilestone(await findRide(rideId), 'arrived');
  await RideModel.updateOne({ _id: rideId }, { arrivedAt: new Date(Date.now() - 1_200_000) });
}

async function cancel(rideId: string, by: 'rider' | 'operations') {
  const ride = await findRide(rideId);
  const expected = cancellationSums(ride, new Date(), by);
  return cancelByStaff({ rideId, version: ride.version, expected, by, reason: 'x', actor: ADMIN });
}

/** Pays all open charges in the page. */
async function payCharges(rideId: string): Promise<void> {
  const ride = await findRide(rideId);
  for (const charge of ride.charges) {
    if (charge.status !== 'open') continue;
    await payAtStripe(paymentIntentOf(await openChargeInPage(ride, charge.id)));
  }
}

const chargesOf = async (rideId: string) => (await findRide(rideId)).charges;

async function confirmCharges(rideId: string): Promise<void> {
  for (const { id } of await chargesOf(rideId)) await confirmCharge(id);
}

async function expireCharges(rideId: string): Promise<void> {
  await changeOpenCharges(rideId);
  for (const { id, status } of await chargesOf(rideId)) if (status === 'open') await expireCharge(id);
}

/** Expires open charges, as if half an hour had passed. */
async function changeOpenCharges(rideId: string): Promise<void> {
  const { charges, version } = await RideModel.findById(rideId).lean().orFail();
  const late = charges.map((each) => (each.payBy ? { ...each, payBy: new Date(0) } : each));
  await RideModel.updateOne({ _id: rideId, version }, { charges: late });
}

async function editTo(rideId: string, hours: number, actor: AuditActor): Promise<unknown> {
  const ride = await findRide(rideId);
  const changes = { hours };
  const { fare } = await planEdit(ride, changes);
  const { version } = ride;
  return editRide({ rideId, version, changes, expectedFareCents: fare.fareCents, actor });
}

async function extend(rideId: string): Promise<unknown> {
  const ride = await findRide(rideId);
  const change = { kind: 'extension', by: RIDER, text: 'x', reason: 'x' } as const;
  return changeRide(ride, await planExtension(ride), change);
}

async function perform(rideId: string, driverId: string, { name, cents }: Act): Promise<unknown> {
  switch (name) {
    case 'confirm':
      return confirmPayment(rideId);
    case 'accept':
      return acceptRide(rideId, driverId);
    case 'start':
      return reachMilestone(await findRide(rideId), 'in_progress');
    case 'complete':
      return completeRide(await findRide(rideId), Math.min(cents, (await findRide(rideId)).fare.fareCents));
    case 'complete for the driver': {
      const { version, fare } = await findRide(rideId);
      const finalFareCents = Math.min(cents, fare.fareCents);
      return completeForDriver({ rideId, version, finalFareCents, reason: 'x', actor: ADMIN });
    }
    case 'close':
      return expireUnacceptedRide(rideId);
    case 'pay back':
      return payBack(rideId);
    case 'pay back, adjustments first':
      return payBack(rideId, { areAdjustmentsFirst: true });
    case 'cancel for the rider':
      return cancel(rideId, 'rider');
    case 'cancel for operations':
      return cancel(rideId, 'operations');
    case 'cancel by rider': {
      const { feeCents } = cancellationSums(await findRide(rideId), new Date(), 'rider');
      return cancelByRider({ rideId, expectedFeeCents: feeCents, reason: '', actor: RIDER });
    }
    case 'arrive':
      return arrive(rideId);
    case 'no-show':
      return cancelAsNoShow(rideId, { ...RIDER, role: 'driver', id: driverId });
    case 'pay charges':
      return payCharges(rideId);
    case 'confirm charges':
      return confirmCharges(rideId);
    case 'expire charges':
      return expireCharges(rideId);
    case 'keep as it was':
      return cancelPendingEdit(await findRide(rideId), RIDER);
    case 'extend':
      return extend(rideId);
    case 'edit':
      return editTo(rideId, cents, RIDER);
    case 'edit for the rider':
      return editTo(rideId, cents, ADMIN);
    case 'refund': {
      const { version } = await findRide(rideId);
      const refund = { rideId, version, kind: 'refund', amountCents: cents + 1 } as const;
      return adjustRide({ ...refund, reason: 'x', actor: ADMIN, idempotencyKey: null });
    }
  }
}

/** The sum of all payments of a ride at Stripe, minus their refunds. */
async function keptAtStripe({ paymentIntentId, charges }: RideRecord): Promise<number> {
  let keptCents = 0;
  for (const id of [paymentIntentId, ...charges.map((charge) => charge.paymentIntentId)]) {
    if (!id) continue;
    const { amount_received } = await stripe.paymentIntents.retrieve(id);
    keptCents += amount_received - (await refundsAtStripe(id)).reduce((sum, cents) => sum + cents, 0);
  }
  return keptCents;
}

/** The same sum, calculated from the ride's record. */
function keptByRecord(ride: RideRecord): number {
  const { fare, bookedFare, charges, refunds } = ride;
  const paid = charges.filter(({ status }) => status === 'paid').map(({ amountCents }) => amountCents);
  const back = refunds.map(({ amountCents }) => amountCents);
  // A fully refunded charge is not among the ride's refunds, but earlier partial refunds of it are.
  const whole = charges
    .filter(({ status }) => status === 'refunded')
    .map((charge) => charge.amountCents - refundableCentsOfCharge(ride, charge));
  return (bookedFare ?? fare).totalCents + sumCents(paid) + sumCents(whole) - sumCents(back);
}

/** What was kept at Stripe plus what gift cards paid, minus refunds to gift cards. */
async function keptInAll(ride: RideRecord): Promise<number> {
  const byGiftCard = (ride.bookedFare ?? ride.fare).giftCardCents;
  const back = ride.refunds.map(({ giftCardCents }) => giftCardCents);
  return (await keptAtStripe(ride)) + byGiftCard - sumCents(back);
}

test('no concurrent actions of riders, staff, drivers and workers refund a cent twice or lose one', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, fc.boolean(), async (plan, areAdjustmentsFirst) => {
      const { rideId, cardId, driverId } = await book();
      await confirmPayment(rideId);
      await letTimePass(rideId);
      for (const round of plan) {
        await Promise.allSettled(round.map((each) => perform(rideId, driverId, each)));
      }
      const ride = await settleUp(rideId, areAdjustmentsFirst);
      const toGiftCard = ride.refunds.reduce((sum, { giftCardCents }) => sum + giftCardCents, 0);
      expect((await soundCard(cardId)).balanceCents).toBe(toGiftCard);
    }),
    { numRuns: 8 },
  );
});

/**
 * Confirms payments not read yet, as jobs do, and makes owed refunds. Nothing may be refunded twice or lost.
 */
async function settleUp(rideId: string, areAdjustmentsFirst: boolean): Promise<RideRecord> {
  await confirmCharges(rideId);
  const ride = await payBack(rideId, { areAdjustmentsFirst });
  expect(await findRideDifferences()).toEqual([]);
  expect(await keptAtStripe(ride)).toBe(keptByRecord(ride));
  expect(ride).toMatchObject({ refundOwed: null });
  if (ride.status === 'cancelled')
    expect(ride.paymentStatus === 'refunded').toBe((await keptInAll(ride)) === 0);
  return ride;
}

const ending = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      'cancel for the rider' as const,
      'cancel for operations' as const,
      'cancel by rider' as const,
      'no-show' as const,
      'pay back' as const,
      'pay back, adjustments first' as const,
    ),
    cents: fc.constant(0),
  }),
  fc.record({ name: fc.constant('refund' as const), cents: fc.nat(4_000) }),
);
const late = fc.record({
  byCardCents: fc.constantFrom(0, 300, 900),
  // Each edit adds half an hour or an hour, one edit after the other.
  edits: fc.constantFrom([3.5], [4], [3.5, 4.5]),
  hasArrived: fc.boolean(),
  plan: fc.array(fc.array(ending, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  areAdjustmentsFirst: fc.boolean(),
});

test('late cancellation of a ride with a promo code and paid edits keeps the exact fee under any interleaving', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(late, async ({ byCardCents, edits, hasArrived, plan, areAdjustmentsFirst }) => {
      const { rideId, driverId } = await book(byCardCents);
      await confirmPayment(rideId);
      for (const hours of edits) {
        await editTo(rideId, hours, RIDER);
        await payCharges(rideId);
        await confirmCharges(rideId);
      }
      await acceptRide(rideId, driverId);
      await letTimePass(rideId);
      if (hasArrived) await arrive(rideId);
      expect((await findRide(rideId)).charges.map(({ status }) => status)).toEqual(edits.map(() => 'paid'));

      for (const round of plan) {
        await Promise.allSettled(round.map((each) => perform(rideId, driverId, each)));
      }
      await cancel(rideId, 'rider').catch(() => {});

      const { cancellation, adjustments, history } = await settleUp(rideId, areAdjustmentsFirst);
      const cancelledAt = history.findLast(({ change }) => change === 'cancelled')?.at ?? '';
      const before = adjustments.filter(({ cause, at }) => !cause && at < cancelledAt).map(totalOf);
      const paidCents =
        byCardCents + sumCents((await chargesOf(rideId)).map(({ amountCents }) => amountCents));
      const { noShow, arrived, accepted } = cancellationFees(paidCents);
      const byRule = { no_show: noShow, rider: hasArrived ? arrived : accepted, operations: 0 };
      const feeCents = byRule[cancellation?.by ?? 'operations'];
      expect(cancellation?.feeCents).toBe(Math.min(feeCents, paidCents - sumCents(before)));
    }),
    { numRuns: 8 },
  );
});
