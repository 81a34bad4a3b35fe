import Stripe from 'stripe';
import type { RideRecord } from '#server/rides/ride-model.ts';

/** The payment provider's payments and refunds. */
interface ProviderRecords {
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
 * How long after its deadline a charge may stay open, in milliseconds: the grace period plus the interval of
 * `reconcile-rides`, which expires it even if its job was lost.
 */
const EXPIRED_MS = 65_000;

/**
 * Compares the rides with the provider's records:
 * - Every payment belongs to a ride or to one of its charges, and pays exactly what that costs.
 * - What was received and not refunded equals the cost of the ride, including edits, extensions and tip.
 * - What was refunded equals the ride's recorded refunds, except those recorded as failed.
 * - Every extension made is paid. The final fare may be lower.
 * - No charge stays open past its deadline.
 *
 * @returns the differences; none if correct
 */
export function checkPayments(
  rides: readonly RideRecord[],
  provider: ProviderRecords,
  now = Date.now(),
): string[] {
  const payments = provider.payments.filter(({ status }) => status === 'succeeded');
  const refundedOf = (intentId: string) =>
    sumOf(
      provider.refunds
        .filter((refund) => refund.payment_intent === intentId && !hasFailed(refund))
        .map(({ amount }) => amount),
    );

  return [
    ...payments
      .filter((payment) => !rides.some((ride) => isOf(ride, payment)))
      .map(({ id }) => `payment ${id} belongs to no ride`),
    ...rides.flatMap((ride) => {
      const dues = duesOf(ride);
      const own = payments.filter((payment) => isOf(ride, payment));
      const receivedFor = (intentId: string | null) =>
        sumOf(own.filter(({ id }) => id === intentId).map(({ amount_received }) => amount_received));
      const received = sumOf(own.map(({ amount_received }) => amount_received));
      const refunded = sumOf(own.map(({ id }) => refundedOf(id)));
      const [recorded, failed] = refundsOf(ride);
      const cost = costOf(ride);
      return [
        ...dues
          .filter(({ paymentIntentId, cents }) => receivedFor(paymentIntentId) !== cents)
          // An expired ride need not be paid. One that was paid too late is checked like any other.
          .filter(
            ({ paymentIntentId }) => ride.paymentStatus !== 'expired' || receivedFor(paymentIntentId) > 0,
          )
          .map(
            ({ paymentIntentId, what, cents }) =>
              `ride ${ride.id} costs ${cents} cents${what}, and ${receivedFor(paymentIntentId)} were paid`,
          ),
        received - refunded - failed === cost
          ? null
          : `ride ${ride.id} is owed a refund of ${received - cost} cents, and ${refunded} were refunded`,
        refunded === recorded
          ? null
          : `ride ${ride.id} records ${recorded} cents as refunded, the provider ${refunded}`,
        unpaidExtensions(ride),
        ...ride.charges
          .filter(({ status, payBy }) => status === 'open' && payBy && Date.parse(payBy) < now - EXPIRED_MS)
          .map(({ id }) => `charge ${id} of ride ${ride.id} waits past its time`),
      ].filter((problem) => problem !== null);
    }),
  ];
}

/** Whether a payment was made for a ride or one of its charges, and is recorded there. */
const isOf = (ride: RideRecord, { id, metadata }: Stripe.PaymentIntent): boolean =>
  (metadata.rideId === ride.id || ride.charges.some((charge) => charge.id === metadata.chargeId)) &&
  duesOf(ride).some(({ paymentIntentId }) => paymentIntentId === id);

/**
 * Returns a problem when a ride was extended more often than extensions were paid. Ignores cancelled rides,
 * because their payments are refunded.
 */
function unpaidExtensions({ id, history, charges, cancellation }: RideRecord): string | null {
  const made = history.filter(({ change }) => change === 'extended').length;
  const paid = charges.filter(({ kind, status }) => kind === 'extension' && status === 'paid').length;
  return cancellation || made <= paid
    ? null
    : `ride ${id} was extended ${made} times, which ${paid} charges paid`;
}

interface Due {
  paymentIntentId: string | null;
  cents: number;
  /** What the payment is for, as a phrase for messages; empty for the booking. */
  what: string;
}

const wasPaid = ({ history }: RideRecord): boolean => history.some(({ change }) => change === 'paid');

/** Returns all amounts due for a ride so far: for the booking, and for further charges. */
function duesOf(ride: RideRecord): Due[] {
  const { fare, bookedFare, paymentIntentId, paymentStatus, charges } = ride;
  const isDue = wasPaid(ride) || paymentStatus === 'expired' || paymentStatus === 'refunded';
  return [
    { paymentIntentId, cents: isDue ? (bookedFare ?? fare).totalCents : 0, what: '' },
    ...charges
      .filter((charge) => charge.status === 'paid' || charge.status === 'refunded')
      .map((charge) => ({
        paymentIntentId: charge.paymentIntentId,
        cents: charge.amountCents,
        what: ` for its ${charge.kind}`,
      })),
  ];
}

/**
 * Returns the total cost of a ride in cents: the fare after edits and extensions, the final fare if
 * that is lower, or the fee of a cancelled ride; plus tips. 0 for a ride that expired unpaid or that
 * no driver accepted.
 */
function costOf(ride: RideRecord): number {
  const { fare, actualFareCents, cancellation, status, paymentStatus, charges } = ride;
  if (!wasPaid(ride) || paymentStatus === 'expired') return 0;
  const tips = charges.filter(({ kind, status }) => kind === 'tip' && status === 'paid');
  const tipCents = sumOf(tips.map(({ amountCents }) => amountCents));
  // A ride that no driver accepted expires without a cancellation record or fee.
  if (status === 'cancelled') return (cancellation?.feeCents ?? 0) + tipCents;
  return Math.min(fare.totalCents, actualFareCents ?? fare.totalCents) + tipCents;
}

/**
 * Returns the sums of refunds by the provider that a ride and its charges record as made and as
 * failed, in cents.
 */
function refundsOf({ refunds, charges, adjustments }: RideRecord): [made: number, failed: number] {
  const ofCharges = charges
    .filter(({ status, owedSince }) => status === 'refunded' && !owedSince)
    .map(({ id, amountCents, failure }) => ({
      amountCents:
        amountCents -
        sumOf(adjustments.filter(({ chargeId }) => chargeId === id).map(({ toCardCents }) => toCardCents)),
      failure,
    }));
  const all = [...refunds, ...ofCharges];
  const amountOf = (isFailed: boolean) =>
    sumOf(all.filter(({ failure }) => Boolean(failure) === isFailed).map(({ amountCents }) => amountCents));
  return [amountOf(false), amountOf(true)];
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Whether a refund failed or was canceled, so that its amount returned to us. */
const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
