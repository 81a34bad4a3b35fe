import { model, Schema, type Types } from 'mongoose';
import { HOUR_MS, MINUTE_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { enqueue, tryEnqueue } from '../../infra/queues.ts';
import { paymentStatusError } from '../../payments/stripe-payments.ts';
import type { RideCharge } from './charges.ts';
import {
  endOpened,
  type OpenedCheckout,
  openNumbered,
  type PaymentChannel,
  readOpened,
} from './opened-checkout.ts';

/**
 * The current checkout of a charge at Stripe, under the charge's id. A charge has one open checkout at a
 * time: the next is opened only after the previous one has ended, so that nobody pays twice.
 */
interface ChargeCheckoutDoc {
  _id: Types.ObjectId;
  /** Which checkout of the charge this is, starting at 1. */
  number: number;
  openedAt: Date;
  /**
   * Stripe's id of the hosted session or of the payment in our page. Null until it is open; its address is
   * not given out before.
   */
  sessionId: string | null;
  /** When reconciliation next checks the payment; absent when there is nothing to check. */
  lookAt?: Date;
}

const chargeCheckoutSchema = new Schema<ChargeCheckoutDoc>(
  {
    number: { type: Number, required: true },
    openedAt: { type: Date, required: true },
    sessionId: { type: String, default: null },
    lookAt: Date,
  },
  { collection: 'chargeCheckouts', versionKey: false, strict: 'throw' },
);
chargeCheckoutSchema.index({ lookAt: 1 }, { partialFilterExpression: { lookAt: { $exists: true } } });

const ChargeCheckoutModel = model<ChargeCheckoutDoc>('ChargeCheckout', chargeCheckoutSchema);

/** How many times to try to open a checkout when others open one concurrently. */
const ATTEMPTS = 5;
/** How long an opening checkout may take to store its session before it is abandoned, in milliseconds. */
const STALE_MS = 20 * 60_000;
/** How long a checkout waits for its payer or a webhook until reconciliation checks it, in milliseconds. */
const LOOK_MS = 30_000;
/** The same for one opened longer than `YOUNG_MS` ago: most are paid earlier, or never. */
const LATE_LOOK_MS = 2 * MINUTE_MS;
const YOUNG_MS = 30 * MINUTE_MS;

/**
 * Returns the key to pay a charge with: the address of a hosted checkout, or the client secret of a payment
 * in our page. Reuses the open checkout or opens a new one. Ends a checkout that is open in the other way
 * first.
 *
 * @throws AppError PAYMENT_IN_PROGRESS when it is paid or the bank is still processing it; PAYMENT_PROVIDER
 */
export async function openChargeCheckout(of: RideCharge, way: PaymentChannel): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await ChargeCheckoutModel.findById(of.charge.id).lean<ChargeCheckoutDoc>();
    const key = current?.sessionId
      ? await continueCheckout(of.charge.id, current.sessionId, way)
      : current &&
        databaseClock.nowMs() - current.openedAt.getTime() < STALE_MS &&
        (await openSession(of, way, current));
    if (key) return key;
    await beginNext(of.charge.id, current);
  }
  throw new AppError('PAYMENT_PROVIDER', 'The payment could not be started. Please try again.');
}

/** Returns the key of an open checkout. @returns null when it has ended unpaid */
async function continueCheckout(
  chargeId: string,
  sessionId: string,
  way: PaymentChannel,
): Promise<string | null> {
  const opened = await readOpened(sessionId)
    .then((found) => (isWaiting(found) && found.way !== way ? endOpened(sessionId) : found))
    .catch((error: unknown) => {
      throw paymentStatusError(error, { operation: 'read checkout', chargeId });
    });
  if (opened.isExpired) return null;
  if (isWaiting(opened)) return opened.key;
  await tryEnqueue('confirm-charge', { chargeId });
  throw new AppError('PAYMENT_IN_PROGRESS', 'This is paid; the payment is being confirmed.');
}

const isWaiting = ({ isExpired, isPaid, isProcessing }: OpenedCheckout): boolean =>
  !isExpired && !isPaid && !isProcessing;

/** Opens the checkout at Stripe and stores its id. @returns null when another checkout has begun meanwhile */
async function openSession(
  of: RideCharge,
  way: PaymentChannel,
  current: ChargeCheckoutDoc,
): Promise<string | null> {
  const chargeId = of.charge.id;
  const isThis = { _id: chargeId, number: current.number, sessionId: null };
  const opened = await openNumbered(of, way, current).catch(async (error: unknown) => {
    // Stripe replays its response to an idempotency key for a day, failures too. Marking this checkout as
    // stale makes the next attempt use a new number.
    await ChargeCheckoutModel.updateOne(isThis, { $set: { openedAt: new Date(0) } });
    throw error;
  });
  const { modifiedCount } = await ChargeCheckoutModel.updateOne(isThis, {
    $set: { sessionId: opened.id, lookAt: nextLook(current.openedAt) },
  });
  if (modifiedCount > 0) return opened.key;

  const now = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  if (now?.sessionId === opened.id) return opened.key;
  await endOpened(opened.id);
  return null;
}

function nextLook(openedAt: Date): Date {
  const now = databaseClock.nowMs();
  const isYoung = now - openedAt.getTime() < YOUNG_MS;
  return new Date(now + (isYoung ? LOOK_MS : LATE_LOOK_MS));
}

async function beginNext(chargeId: string, current: ChargeCheckoutDoc | null): Promise<void> {
  const openedAt = databaseClock.now();
  const next = { openedAt, sessionId: null, lookAt: nextLook(openedAt) };
  try {
    if (!current) await ChargeCheckoutModel.create({ _id: chargeId, number: 1, ...next });
    else {
      const { number, sessionId } = current;
      await ChargeCheckoutModel.updateOne(
        { _id: chargeId, number, sessionId },
        { $set: { ...next, number: number + 1 } },
      );
    }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** How long a payment in our page stays open, in milliseconds. Hosted checkouts expire at Stripe. */
const PAGE_OPEN_MS = HOUR_MS;

/**
 * Reads the checkout of a charge from Stripe; null when none was opened. Ends an unpaid one that was opened
 * in our page more than an hour ago.
 */
export async function readChargeCheckout(chargeId: string): Promise<OpenedCheckout | null> {
  const current = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  if (!current?.sessionId) return null;
  const opened = await readOpened(current.sessionId);
  const isLeft = opened.way === 'page' && databaseClock.nowMs() - current.openedAt.getTime() > PAGE_OPEN_MS;
  return isLeft && isWaiting(opened) ? endOpened(opened.id) : opened;
}

/** Whether a checkout was ever opened for a charge. */
export const hasChargeCheckout = async (chargeId: string): Promise<boolean> =>
  (await ChargeCheckoutModel.exists({ _id: chargeId, sessionId: { $ne: null } })) !== null;

/**
 * Ends the checkout of a charge unless it is paid.
 *
 * @returns its state afterwards; null when none was opened
 */
export async function closeChargeCheckout(chargeId: string): Promise<OpenedCheckout | null> {
  const current = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  return current?.sessionId ? endOpened(current.sessionId) : null;
}

/**
 * Ends the checkout of a charge, so that it can no longer be paid.
 *
 * @throws AppError PAYMENT_IN_PROGRESS when it is paid or being paid; PAYMENT_PROVIDER
 */
export async function closeUnpaid(chargeId: string): Promise<void> {
  const checkout = await closeChargeCheckout(chargeId).catch((error: unknown) => {
    throw paymentStatusError(error, { operation: 'end checkout', chargeId });
  });
  if (!checkout || checkout.isExpired) return;
  await tryEnqueue('confirm-charge', { chargeId });
  throw new AppError('PAYMENT_IN_PROGRESS', 'This charge is being paid now. Please check again in a moment.');
}

/** Schedules the next reconciliation check of a charge's checkout. */
export async function scheduleCheck(chargeId: string): Promise<void> {
  const current = await ChargeCheckoutModel.findById(chargeId, { openedAt: 1 }).lean<
    Pick<ChargeCheckoutDoc, 'openedAt'>
  >();
  if (!current) return;
  await ChargeCheckoutModel.updateOne({ _id: chargeId }, { $set: { lookAt: nextLook(current.openedAt) } });
}

/**
 * Ends the reconciliation checks of a charge's checkout.
 *
 * @param checkout as it was read, so that a checkout opened since is still checked; omitted once the charge
 * is settled
 */
export async function cancelChecks(chargeId: string, checkout?: OpenedCheckout | null): Promise<void> {
  const isAsRead = checkout === undefined ? {} : { sessionId: checkout?.id ?? null };
  await ChargeCheckoutModel.updateOne({ _id: chargeId, ...isAsRead }, { $unset: { lookAt: 1 } });
}

const AT_ONCE = 200;

/**
 * Enqueues the confirmation of charges that are due for a check, because neither webhook nor payer arrived.
 *
 * @throws when the queue is unavailable
 */
export async function reconcileChargeCheckouts(): Promise<void> {
  const due = await ChargeCheckoutModel.find({ lookAt: { $lt: databaseClock.now() } }, { _id: 1 })
    .sort({ lookAt: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<ChargeCheckoutDoc, '_id'>[]>();
  for (const { _id } of due) {
    const chargeId = _id.toHexString();
    await enqueue('confirm-charge', { chargeId }, { key: chargeId });
  }
}
