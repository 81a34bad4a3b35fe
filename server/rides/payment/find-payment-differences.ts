import { idSchema } from '#common/id.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { sumCents } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { IN_FLIGHT_MS, type MoneyDifference, moneyAlert } from '../../money-difference.ts';
import { readStripeRecord, type StripeRecord } from '../../payments/stripe-records.ts';
import { findOrder, shareOf } from '../order/ride-order.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { isOfBooking } from './refundable.ts';

/** What to compare with Stripe. */
export interface StripeComparison {
  /** The payments at Stripe that were started or refunded since `since`. */
  payments: readonly StripeRecord[];
  since: Date;
  /** Whether an account with this id exists; a payment that names one belongs to this installation. */
  isUser: (userId: string) => Promise<boolean>;
  /** Alert keys of differences found before. These are reported even when their ride changed a moment ago. */
  known?: ReadonlySet<string>;
}

/**
 * Compares rides changed since an instant with the payments of that time: amounts received, amounts refunded,
 * and which payment belongs to which order. Read-only.
 */
export async function findPaymentDifferences({
  payments,
  since,
  isUser,
  known,
}: StripeComparison): Promise<MoneyDifference[]> {
  const rides = await findRidesOf(payments, since);
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  const differences: MoneyDifference[] = [];
  for (const order of await ordersOf(rides.values())) {
    const [{ id, paymentIntentId }] = order;
    if (!paymentIntentId) continue;
    const payment = byId.get(paymentIntentId) ?? (await readStripeRecord(paymentIntentId));
    const found = compare(order, payment).map((text) => aboutRide(id, text));
    differences.push(...withoutInFlight(found, order, known));
  }
  for (const payment of payments) {
    const { rideId, riderId } = payment.metadata;
    if (!rideId || payment.receivedCents === payment.refundedCents) continue;
    const ride = rides.get(rideId);
    if (ride?.paymentIntentId === payment.id) continue;
    const isOurs = ride !== undefined || (await isKnown(riderId, isUser));
    if (isOurs) differences.push(aboutPayment(payment, rideId, ride !== undefined));
  }
  return differences;
}

async function findRidesOf(payments: readonly StripeRecord[], since: Date): Promise<Map<string, RideRecord>> {
  const named = payments.flatMap(({ metadata }) => idSchema.safeParse(metadata.rideId).data ?? []);
  const found = await Promise.all([
    RideModel.find({ _id: { $in: named } }).lean<RideDoc[]>(),
    RideModel.find({ history: { $elemMatch: { at: { $gte: since } } } }).lean<RideDoc[]>(),
  ]);
  const rides = found.flat().map(toRideRecord);
  return new Map(rides.map((ride) => [ride.id, ride]));
}

/** The rides of an order: the one with the payment, then its return ride if there is one. */
type OrderRides = [firstRide: RideRecord, ...returnRide: RideRecord[]];

/** The orders of some rides, without duplicates. */
async function ordersOf(rides: Iterable<RideRecord>): Promise<OrderRides[]> {
  const orders = new Map<string, OrderRides>();
  for (const ride of rides) {
    const { firstRide, returnRide } = await findOrder(ride);
    orders.set(firstRide.id, returnRide ? [firstRide, returnRide] : [firstRide]);
  }
  return [...orders.values()];
}

/** Returns all differences, or only those known before when one of the rides changed a moment ago. */
export const withoutInFlight = (
  found: readonly MoneyDifference[],
  rides: readonly RideRecord[],
  known: StripeComparison['known'],
): readonly MoneyDifference[] =>
  rides.some(isInFlight) ? found.filter((difference) => known?.has(moneyAlert(difference).key)) : found;

/** Whether a ride changed a moment ago. */
const isInFlight = ({ history }: RideRecord): boolean =>
  databaseClock.nowMs() - Date.parse(history.at(-1)?.at ?? '') < IN_FLIGHT_MS;

/** Compares the rides of an order with their payment. @returns the differences, in words */
function compare(order: OrderRides, { receivedCents, refundedCents }: StripeRecord): string[] {
  const refunds = order.flatMap((ride) => ride.refunds).filter(isOfBooking);
  const recordedCents = cardCentsOf(refunds.filter(({ failure }) => !failure));
  const settled = order.filter(wasEverSettled);
  if (settled.length === 0) {
    const keptCents = receivedCents - refundedCents;
    // A refund recorded as failed has its own alert, and explains what is kept. If staff have made it again
    // at Stripe, it explains nothing of the rest.
    const failedCents = cardCentsOf(refunds.filter(({ failure }) => failure));
    const unrecordedCents = receivedCents - recordedCents - failedCents;
    const unexplainedCents = Math.max(keptCents - failedCents, Math.min(keptCents, unrecordedCents));
    return unexplainedCents > 0 ? [`is not paid for, but Stripe keeps ${formatCents(unexplainedCents)}`] : [];
  }
  const dueCents = sumCents(settled.filter((ride) => ride.paymentStatus !== 'on_account').map(shareOf));
  return [
    ...(receivedCents === dueCents
      ? []
      : [`was paid ${formatCents(dueCents)} by card, but Stripe received ${formatCents(receivedCents)}`]),
    ...(refundedCents === recordedCents
      ? []
      : [
          `records ${formatCents(recordedCents)} as refunded to the card, but Stripe refunded ${formatCents(refundedCents)}`,
        ]),
  ];
}

const cardCentsOf = (refunds: RideRecord['refunds']): Cents =>
  sumCents(refunds.map(({ amountCents }) => amountCents));

/** Whether an account with this id exists. */
export const isKnown = async (
  userId: string | undefined,
  isUser: StripeComparison['isUser'],
): Promise<boolean> => {
  const id = idSchema.safeParse(userId);
  return id.success && isUser(id.data);
};

const aboutRide = (id: string, text: string): MoneyDifference => ({
  subject: rideSubject(id),
  text: `ride ${id} ${text}`,
});

function aboutPayment(
  { id, receivedCents, refundedCents }: StripeRecord,
  rideId: string,
  isRide: boolean,
): MoneyDifference {
  const kept = formatCents(receivedCents - refundedCents);
  const why = isRide ? 'which has another payment' : 'which does not exist';
  return {
    subject: { kind: 'payment', id, name: `Payment ${id}` },
    text: `payment ${id} of ${kept} was made for ride ${rideId}, ${why}`,
  };
}
