import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { RIDE_STATES, type RideChange, type RideStatus } from '#common/rides/ride-states.ts';
import { stripe } from '../infra/stripe.ts';
import { findPromoDifferences } from '../promos/find-promo-differences.ts';
import { PromoModel } from '../promos/promo-model.ts';
import { buildGiftCard, soundCard } from '../testing/build-gift-card.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildRequest, paymentIntentOf } from '../testing/build-ride.ts';
import { buildDriver } from '../testing/build-user.ts';
import { type RecordedRideMessages, recordRideMessages } from '../testing/record-ride-messages.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { requestRide } from './booking/request-ride.ts';
import { cancelByRider } from './cancel/cancel-by-rider.ts';
import { expireUnacceptedRide } from './cancel/expire-unaccepted-ride.ts';
import { acceptRide } from './dispatch/accept-ride.ts';
import { assignRide, unassignRide } from './dispatch/assign-ride.ts';
import { completeRide } from './dispatch/complete-ride.ts';
import { reachMilestone } from './dispatch/drive-ride.ts';
import { giveRideBack } from './dispatch/give-back.ts';
import { undoDispatch } from './dispatch/undo-dispatch.ts';
import { confirmPayment } from './payment/confirm-payment.ts';
import { expireUnpaidRide } from './payment/expire-unpaid-ride.ts';
import { refundRide } from './payment/refund-ride.ts';
import { RideModel, type RideRecord } from './ride-model.ts';
import { findRide } from './ride-queries.ts';

setUpTestDatabase();

const FARE_CENTS = 23_358;

/** What any actor may attempt on a ride, whether or not it is possible. */
type Act =
  | { name: 'pay' }
  | { name: 'confirm' }
  | { name: 'expire' }
  | { name: 'close' }
  | { name: 'refund' }
  | { name: 'unassign' }
  | { name: 'undo' }
  | { name: 'cancel' }
  | { name: 'accept'; driver: number }
  | { name: 'assign'; driver: number }
  | { name: 'set off' | 'arrive' | 'give back' | 'start'; driver: number }
  | { name: 'complete'; driver: number; fareCents: number };

const driver = fc.nat(1);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.constantFrom('pay' as const, 'confirm' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constantFrom('expire' as const, 'close' as const, 'refund' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ name: fc.constantFrom('accept' as const, 'assign' as const), driver }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constantFrom('unassign' as const, 'undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('cancel' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      name: fc.constantFrom('set off' as const, 'arrive' as const, 'give back' as const, 'start' as const),
      driver,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('complete' as const),
      driver,
      fareCents: fc.integer({ min: 0, max: FARE_CENTS }),
    }),
  },
);
/** Acts of one round run concurrently; rounds run one after the other. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 });

const booking = fc.record({ isDiscounted: fc.boolean(), isLate: fc.boolean(), isPaid: fc.boolean() });

interface Booked {
  rideId: string;
  paymentIntentId: string;
  fareCents: number;
  /** The drivers who act on the ride. */
  driverIds: readonly string[];
  /** The discounts it is booked with, if any. */
  giftCardId: string | null;
  promoId: string | null;
}

const CARD_CENTS = 10_000;

async function buildDiscounts() {
  const [card, promo] = [await buildGiftCard(CARD_CENTS), await buildPromo({ totalCap: 1 })];
  return { giftCardId: card.id, pass: card.pass, promoId: promo.id };
}

interface Booking {
  isDiscounted: boolean;
  /**
   * If set, the ride may be cancelled for lack of a driver at any moment; otherwise it may be unassigned and
   * offered again.
   */
  isLate: boolean;
  /** Whether it is paid before anything else happens. */
  isPaid: boolean;
}

/** Books an unpaid ride, which may expire at any moment. */
async function book({ isDiscounted, isLate }: Booking): Promise<Booked> {
  const { giftCardId, pass, promoId } = isDiscounted
    ? await buildDiscounts()
    : { giftCardId: null, pass: null, promoId: null };
  const request = buildRequest({ riderId: 'a'.repeat(24), giftCardId: pass, promoCodeId: promoId });
  const { ride, clientSecret } = await requestRide(request, null);
  await RideModel.updateOne(
    { _id: ride.id },
    {
      payBy: new Date(0),
      scheduledAt: isLate ? new Date(0) : new Date(),
    },
  );
  const paymentIntentId = paymentIntentOf(clientSecret);
  const driverIds = [(await buildDriver()).id, (await buildDriver()).id];
  return { rideId: ride.id, paymentIntentId, fareCents: ride.fare.fareCents, driverIds, giftCardId, promoId };
}

/** Finds a driver's ride with the same ownership check as the route. */
async function ownRide({ rideId, driverIds }: Booked, number: number) {
  const ride = await findRide(rideId);
  if (ride.driverId !== driverIds[number]) throw new AppError('NOT_FOUND', 'not its driver');
  return ride;
}

const DANA: AuditActor = { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null };
const ALEX: AuditActor = { role: 'rider', id: 'a'.repeat(24), name: 'Alex Morgan', address: null };

/** The version a dispatcher acts on: the one that the console shows at that moment. */
const versionOf = async ({ rideId }: Booked) => (await findRide(rideId)).version;

async function perform(booked: Booked, act: Act): Promise<unknown> {
  const { rideId, paymentIntentId, driverIds } = booked;
  switch (act.name) {
    case 'pay':
      return stripe.paymentIntents.confirm(paymentIntentId, {
        payment_method: 'pm_card_visa',
        return_url: 'https://example.com/my-rides',
      });
    case 'confirm':
      return confirmPayment(rideId);
    case 'expire':
      return expireUnpaidRide(rideId);
    case 'close':
      return expireUnacceptedRide(rideId);
    case 'refund':
      return refundOwed(rideId);
    case 'accept':
      return acceptRide(rideId, driverIds[act.driver] ?? '');
    case 'assign': {
      const driverId = driverIds[act.driver] ?? '';
      return assignRide(rideId, { version: await versionOf(booked), driverId, allowNearly: true }, DANA);
    }
    case 'unassign':
      return unassignRide(rideId, { version: await versionOf(booked), reason: 'Flat tire' }, DANA);
    case 'undo':
      return undoDispatch(rideId, await versionOf(booked), DANA);
    case 'cancel':
      return cancelByRider({ rideId, expectedFeeCents: FARE_CENTS, reason: '', actor: ALEX });
    case 'set off':
      return reachMilestone(await ownRide(booked, act.driver), 'en_route');
    case 'arrive':
      return reachMilestone(await ownRide(booked, act.driver), 'arrived');
    case 'give back':
      return giveRideBack(await ownRide(booked, act.driver), 'Flat tire', {
        ...ALEX,
        role: 'driver',
        id: driverIds[act.driver] ?? '',
      });
    case 'start':
      return reachMilestone(await ownRide(booked, act.driver), 'in_progress');
    case 'complete':
      return completeRide(await ownRide(booked, act.driver), act.fareCents);
  }
}

async function refundOwed(rideId: string): Promise<void> {
  const stored = await RideModel.findById(rideId).lean();
  if (stored?.refundOwed) await refundRide(rideId, stored.refundOwed.reason);
}

/**
 * Whether a failure is an expected refusal, Stripe's refusal of a payment that is no longer open, or a
 * repeated job.
 */
const isExpected = (reason: unknown): boolean =>
  reason instanceof AppError ||
  (reason instanceof Error &&
    (reason.message.startsWith('You cannot confirm this PaymentIntent') ||
      reason.message.endsWith('changed while it was refunded')));

const ORDER: RideChange[] = ['requested', 'paid', 'in_progress', 'completed', 'cancelled', 'refunded'];

/** Changes by drivers and staff before the ride begins; they may occur repeatedly. */
const REPEATED: readonly RideChange[] = [
  'accepted',
  'en_route',
  'arrived',
  'reassigned',
  'unassigned',
  'given_back',
];

/** Status and driver after each history line. Checks that each line follows from the one before. */
function lifeOf({ history }: RideRecord): { status: RideStatus; driverId: string | null }[] {
  let now: { status: RideStatus; driverId: string | null } = { status: 'requested', driverId: null };
  return history.map(({ change, by, assigned, former }) => {
    if (change === 'accepted' || change === 'reassigned') {
      expect(now.status).toBe(change === 'accepted' ? 'requested' : 'accepted');
      expect(former?.driverId ?? null).toBe(now.driverId);
      now = { status: 'accepted', driverId: assigned?.driverId ?? by?.id ?? null };
    } else if (change === 'unassigned' || change === 'given_back') {
      expect(now.status).toBe('accepted');
      expect(former?.driverId).toBe(now.driverId);
      now = { status: 'requested', driverId: null };
    } else if (change === 'in_progress' || change === 'completed' || change === 'cancelled') {
      expect(RIDE_STATES[now.status].next).toContain(change);
      now = { ...now, status: change };
    }
    return now;
  });
}

async function checkRide({ rideId }: Booked): Promise<void> {
  const ride = await findRide(rideId);
  const changes = ride.history.map(({ change }) => change);
  expect(ride.version).toBe(ride.history.length);
  expect(ride.publishedVersion).toBe(ride.version);
  const once = changes.filter((change) => !REPEATED.includes(change));
  expect(new Set(once).size).toBe(once.length);
  expect(once).toEqual(once.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)));
  expect(lifeOf(ride).at(-1)).toEqual({ status: ride.status, driverId: ride.driverId });
  expect(ride.driver === null).toBe(ride.driverId === null);
  if (changes.includes('accepted')) expect(changes.indexOf('paid')).toBeLessThan(changes.indexOf('accepted'));
}

/** Checks that the published messages, ordered by version, match the history. */
async function checkMessages({ rideId }: Booked, recorded: RecordedRideMessages): Promise<void> {
  const messages = (await recorded.all(rideId)).toSorted((one, other) => one.version - other.version);
  expect(messages.map(({ version }) => version)).toEqual(messages.map((_, index) => index + 1));
  expect(messages.map(({ status, driverId }) => ({ status, driverId }))).toEqual(
    lifeOf(await findRide(rideId)),
  );
}

/** What a gift card has paid for the ride booked with it, and what it still holds for it. */
async function takenOf({ giftCardId }: Booked) {
  if (!giftCardId) return { takenCents: 0, heldCents: 0 };
  const { balanceCents, heldCents } = await soundCard(giftCardId);
  return { takenCents: CARD_CENTS - balanceCents - heldCents, heldCents };
}

/**
 * Checks that, after all jobs have run, Stripe and gift card have paid exactly what the ride cost: nothing
 * unless it is paid, else the cancellation fee, the final fare or the booked fare. Only an unpaid ride still
 * holds anything.
 */
async function checkMoney(booked: Booked): Promise<void> {
  const { rideId, paymentIntentId, fareCents, giftCardId, promoId } = booked;
  await confirmPayment(rideId);
  await refundOwed(rideId);
  const ride = await findRide(rideId);
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId });
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId);
  const keptCents = intent.amount_received - data.reduce((sum, { amount }) => sum + amount, 0);

  const { takenCents, heldCents } = await takenOf(booked);
  expect(data.map(({ id }) => id)).toEqual(ride.refunds.flatMap(({ refundId }) => refundId ?? []));
  expect(keptCents + takenCents).toBe(
    ride.paymentStatus === 'paid' ? (ride.cancellation?.feeCents ?? ride.actualFareCents ?? fareCents) : 0,
  );
  expect(heldCents).toBe(giftCardId && ride.paymentStatus === 'pending' ? CARD_CENTS : 0);
  expect(await findPromoDifferences()).toEqual([]);
  if (promoId) {
    const isUsed = ['paid', 'pending'].includes(ride.paymentStatus);
    expect((await PromoModel.findById(promoId))?.uses).toBe(isUsed ? 1 : 0);
  }
}

test('under any concurrent actions a ride has valid status changes, one driver at a time and the correct cost', {
  timeout: 60_000,
}, async () => {
  const recorded = await recordRideMessages();
  await fc.assert(
    fc.asyncProperty(rounds, booking, async (acts, how) => {
      const booked = await book(how);
      const paid: Act[] = how.isPaid ? [{ name: 'pay' }, { name: 'confirm' }] : [];
      for (const step of paid) await perform(booked, step);
      for (const round of acts) {
        const outcomes = await Promise.allSettled(round.map((act) => perform(booked, act)));
        const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
        expect(failures.filter((reason) => !isExpected(reason))).toEqual([]);
        await checkRide(booked);
      }
      await checkMoney(booked);
      await checkMessages(booked, recorded);
    }),
    { numRuns: 25 },
  );
});
