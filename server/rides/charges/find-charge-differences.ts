import { idSchema } from '#common/id.ts';
import { formatCents } from '#common/money.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import type { MoneyDifference } from '../../money-difference.ts';
import { readStripeRecord, type StripeRecord } from '../../payments/stripe-records.ts';
import { isKnown, type StripeComparison, withoutInFlight } from '../payment/find-payment-differences.ts';
import { refundableCentsOfCharge } from '../payment/split-refund.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { isFurtherCharge } from './charges.ts';

/**
 * Compares further charges with their payments at Stripe, as `findPaymentDifferences` does for fares: amounts
 * received, amounts refunded, and which payment belongs to which charge. Read-only.
 */
export async function findChargeDifferences({
  payments,
  since,
  isUser,
  known,
}: StripeComparison): Promise<MoneyDifference[]> {
  const ofCharges = payments.filter(({ metadata }) => metadata.chargeId && !metadata.rideId);
  const rides = await findRidesOf(ofCharges, since);
  const charges = rides.flatMap((ride) =>
    ride.charges.filter(isFurtherCharge).map((charge) => ({ ride, charge })),
  );
  const byId = new Map(ofCharges.map((payment) => [payment.id, payment]));

  const differences: MoneyDifference[] = [];
  for (const { ride, charge } of charges) {
    if (!charge.paymentIntentId) continue;
    const payment = byId.get(charge.paymentIntentId) ?? (await readStripeRecord(charge.paymentIntentId));
    const unlike = compare(ride, charge, payment).map((text) => aboutCharge(ride, charge, text));
    differences.push(...withoutInFlight(unlike, [ride], known));
  }
  for (const payment of ofCharges) {
    const { chargeId = '', riderId } = payment.metadata;
    const found = charges.find(({ charge }) => charge.id === chargeId);
    if (found?.charge.paymentIntentId === payment.id) continue;
    const unrecorded = unrecordedPayment(payment, chargeId);
    // The charge may be confirmed a moment later, so only a lasting difference is reported.
    if (found) differences.push(...withoutInFlight(unrecorded, [found.ride], known));
    else if (await isKnown(riderId, isUser)) differences.push(...unrecorded);
  }
  return differences;
}

async function findRidesOf(payments: readonly StripeRecord[], since: Date): Promise<RideRecord[]> {
  const named = payments.flatMap(({ metadata }) => idSchema.safeParse(metadata.chargeId).data ?? []);
  const found = await Promise.all([
    RideModel.find({ 'charges.id': { $in: named } }).lean<RideDoc[]>(),
    RideModel.find({ history: { $elemMatch: { at: { $gte: since } } } }).lean<RideDoc[]>(),
  ]);
  const rides = found.flat().map(toRideRecord);
  return [...new Map(rides.map((ride) => [ride.id, ride])).values()];
}

/** Compares a charge with its payment. @returns the differences, in words */
function compare(ride: RideRecord, charge: Charge, { receivedCents, refundedCents }: StripeRecord): string[] {
  const { amountCents, status, owedSince, failure } = charge;
  const inParts = ride.refunds
    .filter((refund) => refund.chargeId === charge.id && !refund.failure)
    .reduce((sum, part) => sum + part.amountCents, 0);
  const restCents = refundableCentsOfCharge(ride, charge);
  const recordedCents = inParts + (status === 'refunded' && !owedSince && !failure ? restCents : 0);
  return [
    ...(receivedCents === amountCents
      ? []
      : [`was paid ${formatCents(amountCents)}, but Stripe received ${formatCents(receivedCents)}`]),
    ...(refundedCents === recordedCents || (owedSince && refundedCents === inParts + restCents)
      ? []
      : [
          `records ${formatCents(recordedCents)} as refunded, but Stripe refunded ${formatCents(refundedCents)}`,
        ]),
  ];
}

const aboutCharge = (ride: RideRecord, { id }: Charge, text: string): MoneyDifference => ({
  subject: rideSubject(ride.id),
  text: `charge ${id} of ride ${ride.id} ${text}`,
});

/**
 * Reports the amount that Stripe keeps of a payment that its charge does not record. Empty when everything
 * was refunded.
 */
export function unrecordedPayment(
  { id, receivedCents, refundedCents }: StripeRecord,
  chargeId: string,
): MoneyDifference[] {
  const keptCents = receivedCents - refundedCents;
  if (keptCents === 0) return [];
  const text = `payment ${id} of ${formatCents(keptCents)} was made for charge ${chargeId}, which does not record it`;
  return [{ subject: { kind: 'payment', id, name: `Payment ${id}` }, text }];
}
