import type Stripe from 'stripe';
import type { StoredRefund } from '#embedded/stripe/store/tables.ts';
import { AlertModel } from '#server/alerts/alert-model.ts';
import { findMoneyDifferences } from '#server/find-money-differences.ts';
import { MailModel } from '#server/mail/mail-model.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { checkPayments } from '../../checks/check-payments.ts';
import type { Page } from './pages.ts';
import type { SimulatedProvider } from './stand-ins/stripe-simulator.ts';

/** A violation. */
export interface Problem {
  kind: 'money' | 'disputes' | 'rides end' | 'mails' | 'pages' | 'step' | 'error' | 'jobs';
  text: string;
}

interface City {
  rides: readonly RideRecord[];
  stripe: SimulatedProvider;
  pages: readonly Page[];
  /** The ride types that the drivers of pages serve. */
  serves: ReadonlyMap<Page, ReadonlySet<string>>;
  now: number;
}

/** How long after its pickup a ride has to be over, paid and settled. */
const OVER_MS = 4 * 3_600_000;

/** By then every mail is sent, also one whose worker died. */
const SENT_MS = 2 * 3_600_000;

/**
 * Runs every check once nothing is under way: the product's own check of its ledger against the provider,
 * the chaos suite's comparison of payments, and checks that phone bookings are paid once at most, disputes
 * have alerts, every ride ends and owes nothing, every mail is sent, and every page shows what is stored.
 */
export async function checkCity(city: City): Promise<Problem[]> {
  const differences = await findMoneyDifferences();
  return [
    ...differences.map(({ text }): Problem => ({ kind: 'money', text })),
    ...comparePayments(city).map((text): Problem => ({ kind: 'money', text })),
    ...city.rides
      .flatMap((ride) => checkPhoneBooking(ride, city))
      .map((text): Problem => ({ kind: 'money', text })),
    ...(await findUnnoticedDisputes(city)).map((text): Problem => ({ kind: 'disputes', text })),
    ...city.rides
      .flatMap((ride) => findUnended(ride, city.now))
      .map((text): Problem => ({ kind: 'rides end', text })),
    ...(await findUnsentMails(city.now)).map((text): Problem => ({ kind: 'mails', text })),
    ...city.pages
      .flatMap((page) => page.compare(city.rides, city.serves.get(page) ?? new Set()))
      .map((text): Problem => ({ kind: 'pages', text })),
  ];
}

/** Whether the cost of a ride is its fare, paid by card. Only the product's own check covers other rides. */
const isPlain = ({
  order,
  giftCardId,
  waiting,
  adjustments,
  charges,
  paymentStatus,
  history,
}: RideRecord): boolean =>
  !order &&
  giftCardId === null &&
  waiting === null &&
  paymentStatus !== 'flagged' &&
  adjustments.every(({ cause }) => cause !== undefined) &&
  !isByPhone(history) &&
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

const isByPhone = (history: RideRecord['history']): boolean => history[0]?.by?.role === 'dispatcher';

/**
 * Checks that a phone booking keeps at most one payment by its link, and none if it is on account or expired.
 */
function checkPhoneBooking({ id, history, charges, paymentStatus }: RideRecord, { stripe }: City): string[] {
  if (!isByPhone(history)) return [];
  const booking = charges.find(({ kind }) => kind === 'booking');
  const { payments, refunds, disputes } = stripe.store.transact(null, (tx) => ({
    payments: tx.list('payment_intents'),
    refunds: tx.list('refunds'),
    disputes: tx.list('disputes'),
  }));
  const refundedCents = (intentId: string) =>
    refunds
      .filter(({ payment_intent }) => payment_intent === intentId)
      .reduce((sum, { amount }) => sum + amount, 0);
  const kept = payments
    .filter(
      ({ status, metadata }) =>
        status === 'succeeded' && (metadata.rideId === id || (booking && metadata.chargeId === booking.id)),
    )
    // The bank decides about disputed payments.
    .filter((payment) => !disputes.some(({ payment_intent }) => payment_intent === payment.id))
    .filter((payment) => refundedCents(payment.id) < payment.amount);
  const most = booking && paymentStatus !== 'expired' ? 1 : 0;
  const problems: [isProblem: boolean, problem: string][] = [
    [kept.length > most, `is ${paymentStatus} and keeps ${kept.length} payments`],
    [booking !== undefined && paymentStatus === 'on_account', 'is on account, and a link was mailed for it'],
  ];
  return problems
    .filter(([isProblem]) => isProblem)
    .map(([, problem]) => `ride ${id}, booked by phone, ${problem}`);
}

/**
 * Checks that operations were alerted to each dispute and to its outcome, and that the first alert
 * is resolved then.
 */
async function findUnnoticedDisputes({ rides, stripe }: City): Promise<string[]> {
  const payments = new Map(
    rides.flatMap((ride) => [ride, ...ride.charges].map(({ paymentIntentId }) => [paymentIntentId, ride.id])),
  );
  const disputes = stripe.store.transact(null, (tx) => tx.list('disputes'));
  const alerts = await AlertModel.find({ kind: { $in: ['dispute-opened', 'dispute-closed'] } }).lean();
  const alertOf = (key: string) => alerts.find((alert) => alert.key === key);
  return disputes.flatMap(({ id, status, payment_intent }) => {
    const rideId = payments.get(`${payment_intent}`);
    const isClosed = status === 'won' || status === 'lost';
    const opened = alertOf(`${id} opened`);
    const problems: [isProblem: boolean, problem: string][] = [
      [!opened, 'nobody was alerted to it'],
      [isClosed && !alertOf(`${id} ${status}`), `nobody was alerted that it is ${status}`],
      [isClosed && opened?.resolvedAt === null, `it is ${status}, and its alert still open`],
    ];
    return problems
      .filter(([isProblem]) => rideId !== undefined && isProblem)
      .map(([, problem]) => `dispute ${id} over ride ${rideId}: ${problem}`);
  });
}

async function findUnsentMails(now: number): Promise<string[]> {
  const mails = await MailModel.find({ owedSince: { $lt: new Date(now - SENT_MS) } }).lean();
  return mails.map(({ template, aboutId, owedSince }) => {
    const hours = ((now - Number(owedSince)) / 3_600_000).toFixed(1);
    return `the mail ${template} about ${aboutId} has been owed for ${hours} hours`;
  });
}

function findUnended(ride: RideRecord, now: number): string[] {
  const { id, status, paymentStatus, refundOwed, adjustments, charges, pendingEdit } = ride;
  const isPast = Date.parse(ride.scheduledAt) < now - OVER_MS;
  const problems: [isProblem: boolean, problem: string][] = [
    [isPast && status !== 'completed' && status !== 'cancelled', `is ${status} long after its time`],
    [isPast && paymentStatus === 'pending', 'is neither paid nor expired'],
    [refundOwed !== null, 'still owes a refund'],
    [adjustments.some(({ owedSince }) => owedSince), 'still owes the refund of an adjustment'],
    [charges.some(({ owedSince }) => owedSince), 'still owes what was paid for a charge'],
    [isPast && pendingEdit !== null, 'still has an edit that waits'],
    [
      ride.publishedVersion !== ride.version,
      `is at version ${ride.version}, and ${ride.publishedVersion} was published`,
    ],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => `ride ${id} ${problem}`);
}
