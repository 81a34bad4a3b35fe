import type Stripe from 'stripe';
import type { StoredRefund } from '#embedded/stripe/store/tables.ts';
import { findMoneyDifferences } from '#server/audit-ledger.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { checkPayments } from '../../checks/check-payments.ts';
import type { Page } from './pages.ts';
import type { SimulatedProvider } from './stand-ins/stripe-simulator.ts';

/** Something that does not hold. */
export interface Problem {
  kind: 'money' | 'rides end' | 'pages' | 'step' | 'error' | 'jobs';
  text: string;
}

interface City {
  rides: readonly RideRecord[];
  stripe: SimulatedProvider;
  pages: readonly Page[];
  /** The kinds that drivers of pages serve. */
  serves: ReadonlyMap<Page, ReadonlySet<string>>;
  now: number;
}

/** Rides are ended by then, and what they owe is paid. */
const OVER_MS = 4 * 3_600_000;

/**
 * The whole audit, once everything under way has come to rest: the product's own audit of its ledger against the provider, the chaos suite's
 * comparison of payments, that every ride ends and owes nothing, and that every page shows what is stored.
 */
export async function auditCity(city: City): Promise<Problem[]> {
  const differences = await findMoneyDifferences();
  return [
    ...differences.map(({ text }): Problem => ({ kind: 'money', text })),
    ...comparePayments(city).map((text): Problem => ({ kind: 'money', text })),
    ...city.rides
      .flatMap((ride) => findUnended(ride, city.now))
      .map((text): Problem => ({ kind: 'rides end', text })),
    ...city.pages
      .flatMap((page) => page.compare(city.rides, city.serves.get(page) ?? new Set()))
      .map((text): Problem => ({ kind: 'pages', text })),
  ];
}

/** Rides whose whole cost is their fare, by card: the rest is for the product's audit. */
const isPlain = ({ order, giftCardId, waiting, adjustments, charges, paymentStatus }: RideRecord): boolean =>
  !order &&
  giftCardId === null &&
  waiting === null &&
  paymentStatus !== 'flagged' &&
  adjustments.every(({ cause }) => cause !== undefined) &&
  charges.every(({ kind }) => kind !== 'adjustment');

function comparePayments({ rides, stripe, now }: City): string[] {
  const plain = rides.filter(isPlain);
  const ids = new Set(plain.flatMap(({ id, charges }) => [id, ...charges.map((charge) => charge.id)]));
  const read = stripe.store.transact(null, (tx) => ({
    payments: tx.list('payment_intents'),
    refunds: tx.list('refunds'),
  }));
  const payments = read.payments.filter(({ metadata }) =>
    ids.has(metadata.rideId ?? metadata.chargeId ?? ''),
  );
  const provider = { payments: payments as Stripe.PaymentIntent[], refunds: read.refunds as StoredRefund[] };
  return checkPayments(plain, provider, now);
}

function findUnended(ride: RideRecord, now: number): string[] {
  const { id, status, paymentStatus, refundOwed, adjustments, charges, pendingEdit } = ride;
  const isPast = Date.parse(ride.scheduledAt) < now - OVER_MS;
  const problems: [isProblem: boolean, problem: string][] = [
    [isPast && status !== 'completed' && status !== 'cancelled', `is ${status} long after its time`],
    [isPast && paymentStatus === 'pending', 'is neither paid nor expired'],
    [refundOwed !== null, 'still owes a refund'],
    [adjustments.some(({ owedSince }) => owedSince), 'still owes a refund by hand'],
    [charges.some(({ owedSince }) => owedSince), 'still owes what was paid for a charge'],
    [isPast && pendingEdit !== null, 'still has an edit that waits'],
    [
      ride.publishedVersion !== ride.version,
      `is at version ${ride.version}, and ${ride.publishedVersion} was published`,
    ],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => `ride ${id} ${problem}`);
}
