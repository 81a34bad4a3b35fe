import Stripe from 'stripe';
import type { RideRecord } from '#server/rides/ride-model.ts';

/** The payment provider's payments and refunds. */
export interface ProviderRecords {
  payments: Stripe.PaymentIntent[];
  refunds: Stripe.Refund[];
}

const PAGE = 100;

/** Reads every payment and refund from the provider. */
export async function readProviderRecords(address: string): Promise<ProviderRecords> {
  const { hostname, port } = new URL(address);
  const stripe = new Stripe('sk_test_simulator', { host: hostname, port: Number(port), protocol: 'http' });
  const most = { limit: 10_000 };
  return {
    payments: await stripe.paymentIntents.list({ limit: PAGE }).autoPagingToArray(most),
    refunds: await stripe.refunds.list({ limit: PAGE }).autoPagingToArray(most),
  };
}

/**
 * Compares the rides with the provider's records: each payment belongs to one ride, which is paid by
 * exactly it; each paid ride has its payment; the amount refunded is what the ride records, and what was
 * paid but not used, less what the ride records as failed.
 *
 * @returns the differences; none if correct
 */
export function checkPayments(rides: readonly RideRecord[], provider: ProviderRecords): string[] {
  const { refunds } = provider;
  const payments = provider.payments.filter(({ status }) => status === 'succeeded');
  const refundedOf = (intentId: string) =>
    sumOf(
      refunds
        .filter((refund) => refund.payment_intent === intentId && !hasFailed(refund))
        .map(({ amount }) => amount),
    );

  return [
    ...payments
      .filter(
        ({ id, metadata }) =>
          !rides.some((ride) => ride.id === metadata.rideId && ride.paymentIntentId === id),
      )
      .map(({ id }) => `payment ${id} belongs to no ride`),
    ...rides.flatMap((ride) => {
      const own = payments.filter(({ metadata }) => metadata.rideId === ride.id);
      const received = sumOf(own.map(({ amount_received }) => amount_received));
      const wasPaid = ride.history.some(({ change }) => change === 'paid');
      const owed = wasPaid ? ride.fare.totalCents : 0;
      const refunded = sumOf(own.map(({ id }) => refundedOf(id)));
      const unused = unusedOf(ride);
      const recorded = sumOf(
        ride.refunds.filter(({ failure }) => !failure).map(({ amountCents }) => amountCents),
      );
      const failed = sumOf(
        ride.refunds.filter(({ failure }) => failure).map(({ amountCents }) => amountCents),
      );
      return [
        received === owed ? null : `ride ${ride.id} costs ${owed} cents, and ${received} were paid`,
        refunded + failed === unused
          ? null
          : `ride ${ride.id} is owed a refund of ${unused} cents, and ${refunded} were refunded`,
        refunded === recorded
          ? null
          : `ride ${ride.id} records ${recorded} cents as refunded, the provider ${refunded}`,
      ].filter((problem) => problem !== null);
    }),
  ];
}

/** What of a ride's fare goes back: of one cancelled all but the fee, of one completed what it cost less. */
function unusedOf({ fare, actualFareCents, cancellation, paymentStatus }: RideRecord): number {
  const isPaid = paymentStatus !== 'expired';
  if (cancellation) return isPaid ? fare.totalCents - cancellation.feeCents : 0;
  return actualFareCents === null ? 0 : fare.fareCents - actualFareCents;
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Whether the amount of a refund came back to us. */
const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
