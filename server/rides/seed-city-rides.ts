import { MINUTE_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { formatStars } from '#common/rides/rating.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { firstNameOf } from '#common/users/user.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { stripe } from '../infra/stripe.ts';
import { openPayment } from '../payments/stripe-payments.ts';
import { refundPayment } from '../payments/stripe-refunds.ts';
import { ratingFields } from './after/rate-ride.ts';
import { reportRating } from './after/report-rating.ts';
import { prepareRide } from './booking/prepare-ride.ts';
import { captureHolds, releaseHoldsOf, reserveDiscounts } from './booking/ride-holds.ts';
import { refundOwedByOutcome } from './payment/refundable.ts';
import type { PlannedRating } from './plan-city-ratings.ts';
import { type City, type CityPlan, pickupOf, planCityRides, type Taken } from './plan-city-rides.ts';
import { riderOf } from './ride-actors.ts';
import { type RideDoc, RideModel, toRideRecord } from './ride-model.ts';

const AT_ONCE = 20;

/**
 * Seeds a month of rides, pays each at Stripe and completes them with free drivers, so that all sums match
 * those of real rides. Riders use promo codes for some and rate some, and comments on poor rides reach the
 * staff inbox. For demos and screenshots. Does nothing when these riders already have rides.
 *
 * @returns whether it seeded
 */
export async function seedCityRides(city: City): Promise<boolean> {
  if (await RideModel.exists({ riderId: { $in: city.riders.map(({ id }) => id) } })) return false;
  const plans = planCityRides(city);
  for (let from = 0; from < plans.length; from += AT_ONCE) {
    const batch = plans.slice(from, from + AT_ONCE);
    const rides = await Promise.all(batch.map(composeRide));
    await RideModel.insertMany(rides);
    await Promise.all(rides.map(settlePromo));
    // Pay after storing: Stripe's webhook looks the rides up.
    await Promise.all(rides.map((ride, index) => pay(ride, batch[index]?.isDisputed ?? false)));
    const reported = rides.filter(({ ratingReportOwedSince }) => ratingReportOwedSince);
    await Promise.all(reported.map(({ _id }) => reportRating(_id.toHexString())));
  }
  return true;
}

async function composeRide(plan: CityPlan): Promise<RideDoc> {
  const { request, driver, chance, isDisputed, rating } = plan;
  const pickup = pickupOf(request);
  const bookedAt = new Date(
    Math.min(databaseClock.nowMs(), pickup.getTime()) - (60 + chance * 9_000) * MINUTE_MS,
  );
  const prepared = await prepareWithPromo(plan, bookedAt);
  const payment = { brand: 'visa', last4: isDisputed ? '0259' : '4242' };
  const ends = new Date(plannedSpan(pickup, prepared).endMs);
  const isOver = ends.getTime() < databaseClock.nowMs();
  const steps: [RideChange, Date][] = [['paid', later(bookedAt, 1)]];
  const isTaken = driver && (isOver || chance < 0.85);
  if (isTaken) steps.push(['accepted', later(bookedAt, 6)]);
  if (isTaken && pickup.getTime() < databaseClock.nowMs() && (isOver || chance < 0.8))
    steps.push(['in_progress', pickup]);
  if (isTaken && isOver) steps.push(['completed', ends]);
  const isGivenUp = isOver && !isTaken;
  if (isGivenUp) steps.push(['cancelled', later(pickup, 30)], ['refunded', later(pickup, 31)]);

  const fareCents = prepared.fare.fareCents;
  const actualFareCents = chance < 0.04 ? Math.round(fareCents * 0.8) : fareCents;
  const rated = isTaken && isOver ? rate(prepared, rating, ends) : null;
  const ride: RideDoc = {
    ...prepared,
    paymentIntentId: await openPaymentOf(prepared),
    payment,
    status: isGivenUp ? 'cancelled' : isTaken ? statusOf(steps) : 'requested',
    paymentStatus: isGivenUp ? 'refunded' : 'paid',
    ...(isTaken && { ...assigned(driver) }),
    ...(isTaken && isOver && { actualFareCents, completedAt: ends }),
    ...rated?.fields,
  };
  if (isTaken && isOver && actualFareCents < fareCents) steps.push(['refunded', later(ends, 1)]);
  const history: RideDoc['history'] = [
    ...prepared.history,
    ...steps.map(([change, at]) => ({ change, at, by: actorOf(change, driver) })),
    ...(rated ? [rated.entry] : []),
  ];
  return { ...ride, history, version: history.length, publishedVersion: history.length };
}

/** How long a promo use is held, in milliseconds: until its ride is written and settled. */
const HOLD_MS = 30 * MINUTE_MS;

/** Prepares a ride with the first promo code that applies, and holds its use; without one if none does. */
async function prepareWithPromo({ request, promoIds }: CityPlan, now: Date): Promise<RideDoc> {
  for (const promoCodeId of promoIds) {
    try {
      const ride = await prepareRide({ ...request, promoCodeId }, { now });
      // A ride with nothing left to pay has no payment.
      if (ride.fare.totalCents === 0) continue;
      await reserveDiscounts({ ...ride, payBy: new Date(databaseClock.nowMs() + HOLD_MS) });
      return ride;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return prepareRide(request, { now });
}

/** Captures the promo use of a written ride, or releases it if the ride is cancelled. */
async function settlePromo(doc: RideDoc): Promise<void> {
  if (!doc.promoCodeId) return;
  const ride = toRideRecord(doc);
  if (ride.status === 'cancelled') return releaseHoldsOf(ride);
  const outcome = await captureHolds(ride, null);
  if (outcome !== 'captured') throw new Error(`The promo code of ride ${ride.id} is ${outcome}.`);
}

/** The fields and history entry of a rating; null if the rider gives none, or not yet. */
function rate(ride: RideDoc, rating: PlannedRating | null, completedAt: Date) {
  if (!rating) return null;
  const at = later(completedAt, rating.minutesLater);
  if (at.getTime() > databaseClock.nowMs()) return null;
  const change: RideChange = 'rated';
  const entry = { change, at, by: riderOf(ride, null), text: formatStars(rating.stars) };
  return { fields: ratingFields(rating, at), entry };
}

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

const statusOf = (steps: readonly [RideChange, Date][]): RideDoc['status'] => {
  const changes = steps.map(([change]) => change);
  if (changes.includes('completed')) return 'completed';
  return changes.includes('in_progress') ? 'in_progress' : 'accepted';
};

const assigned = ({ user, vehicle }: Taken) => ({
  driverId: user.id,
  vehicleId: vehicle.id,
  driver: { firstName: firstNameOf(user.name), vehicle: formatVehicle(vehicle) },
});

const DRIVEN: readonly RideChange[] = ['accepted', 'in_progress', 'completed'];

const actorOf = (change: RideChange, driver: Taken | null) =>
  DRIVEN.includes(change) && driver
    ? ({ role: 'driver', id: driver.user.id, name: driver.user.name, address: null } as const)
    : WORKER;

async function openPaymentOf({ _id, riderId, fare }: RideDoc): Promise<string> {
  const rideId = _id.toHexString();
  const { id } = await openPayment({
    amountCents: fare.totalCents,
    metadata: { rideId, riderId },
    idempotencyKey: `ride:${rideId}:pi:1`,
  });
  return id;
}

/** Pays a ride at Stripe with a test card, as the rider's browser would, and refunds what is owed. */
async function pay(doc: RideDoc, isDisputed: boolean): Promise<void> {
  if (!doc.paymentIntentId) return;
  await stripe.paymentIntents.confirm(doc.paymentIntentId, {
    payment_method: isDisputed ? 'pm_card_createDispute' : 'pm_card_visa',
    return_url: new URL('/my-rides', env.PUBLIC_URL).href,
  });
  const isGivenUp = doc.status === 'cancelled';
  const reason = isGivenUp ? 'not-accepted' : 'completed-for-less';
  const ride = toRideRecord({ ...doc, paymentStatus: 'paid', ...(isGivenUp && { actualFareCents: 0 }) });
  const { toCardCents } = refundOwedByOutcome(ride, reason);
  if (toCardCents === 0) return;
  const reply = await refundPayment({
    paymentIntentId: doc.paymentIntentId,
    amountCents: toCardCents,
    metadata: { rideId: ride.id, reason },
    idempotencyKey: `refund:${ride.id}:${reason}`,
  });
  const refund = { reason, amountCents: toCardCents, giftCardCents: 0, ...reply } as const;
  await RideModel.updateOne({ _id: doc._id }, { $set: { refunds: [refund] } });
}
