import fc from 'fast-check';
import { expect, type MockInstance, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import { stripe } from '../../infra/stripe.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildReturnRequest, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { payAtStripe } from '../../testing/pay-charge.ts';
import { findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { requestRide } from '../booking/request-ride.ts';
import { adjustRide } from '../by-staff/adjust-ride.ts';
import { cancelByRider } from '../cancel/cancel-by-rider.ts';
import { cancellationSums } from '../cancel/cancellation-sums.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { openChargeInPage } from '../charges/pay-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { editRide } from '../edit/edit-ride.ts';
import { planEdit } from '../edit/plan-edit.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { refundableCentsOfCharge } from '../payment/split-refund.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestDatabase();

const CARD_CENTS = 10_000;
const ADMIN: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };
const RIDER: AuditActor = { role: 'rider', id: 'e'.repeat(24), name: 'Robin Rider', address: null };

/**
 * An act on the first ride or the return ride; `pay` pays for both. `die` makes the next change of a ride
 * fail.
 */
const act = fc.record({
  name: fc.constantFrom(
    'pay' as const,
    'confirm' as const,
    'expire' as const,
    'cancel' as const,
    'accept' as const,
    'refund' as const,
    'edit' as const,
    'pay charges' as const,
    'pay back' as const,
    'die' as const,
  ),
  leg: fc.constantFrom('there' as const, 'back' as const),
  cents: fc.nat(9_000),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
/** Acts of one round run concurrently; rounds run one after the other. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });

type Legs = Record<Act['leg'], string>;

async function book(isGiven: boolean) {
  const [card, promo] = [await buildGiftCard(CARD_CENTS), await buildPromo({ totalCap: 1 })];
  const codes = isGiven ? { giftCardId: card.pass, promoCodeId: promo.id } : {};
  const { ride, returnRide, clientSecret } = await requestRide(
    buildReturnRequest({ riderId: card.id, ...codes }),
    null,
  );
  if (!returnRide) throw new Error('no return ride');
  const legs: Legs = { there: ride.id, back: returnRide.id };
  await RideModel.updateMany({ _id: { $in: Object.values(legs) } }, { payBy: new Date(Date.now() - 60_000) });
  return { legs, clientSecret, cardId: card.id, driverId: (await buildDriver()).id };
}

async function payCharges(rideId: string): Promise<void> {
  for (const charge of (await findRide(rideId)).charges) {
    if (charge.status !== 'open') continue;
    await payAtStripe(paymentIntentOf(await openChargeInPage(await findRide(rideId), charge.id)));
    await confirmCharge(charge.id);
  }
}

/** The spy that makes a change of a ride fail. */
let changes: MockInstance | null = null;

interface Booked {
  legs: Legs;
  clientSecret: string;
  driverId: string;
}

async function perform(
  { legs, clientSecret, driverId }: Booked,
  { name, leg, cents }: Act,
): Promise<unknown> {
  const rideId = legs[leg];
  switch (name) {
    case 'pay':
      return payAtStripe(paymentIntentOf(clientSecret));
    case 'confirm':
      return confirmPayment(rideId);
    case 'expire':
      return expireUnpaidRide(rideId);
    case 'cancel': {
      const { feeCents } = cancellationSums(await findRide(rideId), new Date(), 'rider');
      return cancelByRider({ rideId, expectedFeeCents: feeCents, reason: '', actor: RIDER });
    }
    case 'accept':
      return acceptRide(rideId, driverId);
    case 'refund': {
      const { version } = await findRide(rideId);
      const refund = { rideId, version, kind: 'refund', amountCents: cents + 1 } as const;
      return adjustRide({ ...refund, reason: 'x', actor: ADMIN, idempotencyKey: null });
    }
    case 'edit': {
      const ride = await findRide(rideId);
      const changes = { stops: ride.stops.length > 0 ? [] : ['Sphere'] };
      const { fare } = await planEdit(ride, changes);
      const { version } = ride;
      return editRide({ rideId, version, changes, expectedFareCents: fare.fareCents, actor: RIDER });
    }
    case 'pay charges':
      return payCharges(rideId);
    case 'pay back':
      return payBack(rideId);
    case 'die':
      changes = vi.spyOn(RideModel, 'findOneAndUpdate').mockImplementationOnce(() => {
        throw new Error('killed');
      });
  }
}

/** Runs the jobs and reconciliation once everything works again. */
async function finish(legs: Legs): Promise<RideRecord[]> {
  changes?.mockRestore();
  for (const id of Object.values(legs)) {
    await expireUnpaidRide(id);
    for (const charge of (await findRide(id)).charges) await confirmCharge(charge.id);
  }
  await reconcileRides();
  // Twice, because refunding one ride may find the late payment of the other.
  for (const id of [...Object.values(legs), ...Object.values(legs)]) await payBack(id);
  return Promise.all(Object.values(legs).map(findRide));
}

const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0);

/** What Stripe keeps of a payment after refunds. */
async function keptAtStripe(paymentIntentId: string): Promise<number> {
  const { amount_received } = await stripe.paymentIntents.retrieve(paymentIntentId);
  return amount_received - sum(await refundsAtStripe(paymentIntentId));
}

/** A ride's share of the order's payment that is kept according to its record. */
function keptByRecord(ride: RideRecord): number {
  const booked = wasEverSettled(ride) ? (ride.bookedFare ?? ride.fare).totalCents : 0;
  const ofBooking = ride.refunds.filter(({ chargeId, reason }) => !chargeId && reason !== 'paid-too-late');
  return booked - sum(ofBooking.map(({ amountCents }) => amountCents));
}

test('under any concurrent actions on a return trip, both rides are paid or neither, and no cent is lost', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, fc.boolean(), async (plan, isGiven) => {
      const booked = await book(isGiven);
      for (const round of plan) {
        await Promise.allSettled(round.map((each) => perform(booked, each)));
      }
      const rides = await finish(booked.legs);

      expect(new Set(rides.map(wasEverSettled)).size, 'both or neither').toBe(1);
      expect(rides.filter(({ paymentStatus }) => ['pending', 'flagged'].includes(paymentStatus))).toEqual([]);
      expect(await findRideDifferences()).toEqual([]);
      const kept = await keptAtStripe(paymentIntentOf(booked.clientSecret));
      expect(kept).toBe(sum(rides.map(keptByRecord)));
      for (const ride of rides) {
        expect(ride.refundOwed).toBeNull();
        for (const charge of ride.charges) {
          if (!charge.paymentIntentId) continue;
          const left = charge.status === 'refunded' ? 0 : refundableCentsOfCharge(ride, charge);
          expect(await keptAtStripe(charge.paymentIntentId)).toBe(left);
        }
      }
      const spent =
        isGiven && rides.some(wasEverSettled)
          ? sum(rides.map((ride) => (ride.bookedFare ?? ride.fare).giftCardCents))
          : 0;
      const toGiftCard = sum(
        rides.flatMap(({ refunds }) => refunds.map(({ giftCardCents }) => giftCardCents)),
      );
      expect((await soundCard(booked.cardId)).balanceCents).toBe(CARD_CENTS - spent + toGiftCard);
    }),
    { numRuns: 12 },
  );
});
