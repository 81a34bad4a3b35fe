import { model, Schema, type Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { enqueue, tryEnqueue } from '../../infra/queues.ts';
import { askingFailure } from '../../payments/stripe-payments.ts';
import type { RideCharge } from './charges.ts';
import {
  endOpened,
  type OpenedCheckout,
  openNumbered,
  readOpened,
  type WayToPay,
} from './opened-checkout.ts';

/**
 * The checkouts of a charge at Stripe, one after the other: the next is opened only once the one before has ended, so
 * that nobody pays twice. Its id is the charge's.
 */
interface ChargeCheckoutDoc {
  _id: Types.ObjectId;
  /** Counts them. */
  number: number;
  openedAt: Date;
  /** Id of the hosted session, or of the payment in our page, at Stripe; null until it is open. Nobody knows its address before. */
  sessionId: string | null;
  /** When reconciliation looks whether it is paid; gone once there is nothing to look at. */
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

/** Presses of one link at the same instant that are sorted out. */
const ATTEMPTS = 5;
/** A session that was not stored by then is left to end by itself. */
const STALE_MS = 20 * 60_000;
/** When a checkout is first looked at, and again, unless its payer or a webhook comes first. */
const LOOK_MS = 2 * 60_000;

/**
 * What a charge is paid with, that of its open checkout or of a new one: the address of a hosted one, the client secret
 * of a payment in our page. One that is open in the other way ends first.
 *
 * @throws AppError PAYMENT_IN_PROGRESS when it is paid, or a bank decides on it; PAYMENT_PROVIDER
 */
export async function openChargeCheckout(of: RideCharge, way: WayToPay): Promise<string> {
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

/** @returns null when it has ended unpaid */
async function continueCheckout(chargeId: string, sessionId: string, way: WayToPay): Promise<string | null> {
  const opened = await readOpened(sessionId)
    .then((found) => (isWaiting(found) && found.way !== way ? endOpened(sessionId) : found))
    .catch((error: unknown) => {
      throw askingFailure(error);
    });
  if (opened.isExpired) return null;
  if (isWaiting(opened)) return opened.key;
  await tryEnqueue('confirm-charge', { chargeId });
  throw new AppError('PAYMENT_IN_PROGRESS', 'This is paid; the payment is being confirmed.');
}

const isWaiting = ({ isExpired, isPaid, isProcessing }: OpenedCheckout): boolean =>
  !isExpired && !isPaid && !isProcessing;

/** @returns null when another has begun meanwhile */
async function openSession(
  of: RideCharge,
  way: WayToPay,
  current: ChargeCheckoutDoc,
): Promise<string | null> {
  const chargeId = of.charge.id;
  const isThis = { _id: chargeId, number: current.number, sessionId: null };
  const opened = await openNumbered(of, way, current).catch(async (error: unknown) => {
    // Stripe repeats its answer for a day, failures too: the next press begins another.
    await ChargeCheckoutModel.updateOne(isThis, { $set: { openedAt: new Date(0) } });
    throw error;
  });
  const { modifiedCount } = await ChargeCheckoutModel.updateOne(isThis, {
    $set: { sessionId: opened.id, lookAt: nextLook() },
  });
  if (modifiedCount > 0) return opened.key;

  const now = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  if (now?.sessionId === opened.id) return opened.key;
  await endOpened(opened.id);
  return null;
}

const nextLook = (): Date => new Date(databaseClock.nowMs() + LOOK_MS);

async function beginNext(chargeId: string, current: ChargeCheckoutDoc | null): Promise<void> {
  const next = { openedAt: databaseClock.now(), sessionId: null, lookAt: nextLook() };
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

/** How long a payment in our page can be made; Stripe ends hosted ones by itself. */
const PAGE_OPEN_MS = 3_600_000;

/** The checkout of a charge at Stripe, read afresh; null where none was opened. One left open in a page for an hour is ended. */
export async function readChargeCheckout(chargeId: string): Promise<OpenedCheckout | null> {
  const current = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  if (!current?.sessionId) return null;
  const opened = await readOpened(current.sessionId);
  const isLeft = opened.way === 'page' && databaseClock.nowMs() - current.openedAt.getTime() > PAGE_OPEN_MS;
  return isLeft && isWaiting(opened) ? endOpened(opened.id) : opened;
}

/** Whether anybody has begun to pay a charge. */
export const hasChargeCheckout = async (chargeId: string): Promise<boolean> =>
  (await ChargeCheckoutModel.exists({ _id: chargeId, sessionId: { $ne: null } })) !== null;

/** Ends the checkout of a charge unless it is paid. @returns its state afterwards; null where none was opened */
export async function closeChargeCheckout(chargeId: string): Promise<OpenedCheckout | null> {
  const current = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  return current?.sessionId ? endOpened(current.sessionId) : null;
}

/**
 * Ends the checkout of a charge, so that nobody can pay it any more.
 *
 * @throws AppError PAYMENT_IN_PROGRESS when it is just being paid, PAYMENT_PROVIDER
 */
export async function closeUnpaid(chargeId: string): Promise<void> {
  const checkout = await closeChargeCheckout(chargeId).catch((error: unknown) => {
    throw askingFailure(error);
  });
  if (!checkout || checkout.isExpired) return;
  await tryEnqueue('confirm-charge', { chargeId });
  throw new AppError('PAYMENT_IN_PROGRESS', 'This charge is just being paid. Please look again in a moment.');
}

/** Has a charge's checkout looked at again. */
export async function lookAgain(chargeId: string): Promise<void> {
  await ChargeCheckoutModel.updateOne({ _id: chargeId }, { $set: { lookAt: nextLook() } });
}

/**
 * Has a charge's checkout no longer looked at.
 *
 * @param checkout as it was read, so that one which was opened since is looked at all the same; absent once the charge is settled
 */
export async function stopLooking(chargeId: string, checkout?: OpenedCheckout | null): Promise<void> {
  const isAsRead = checkout === undefined ? {} : { sessionId: checkout?.id ?? null };
  await ChargeCheckoutModel.updateOne({ _id: chargeId, ...isAsRead }, { $unset: { lookAt: 1 } });
}

const AT_ONCE = 200;

/** Enqueues the confirmations of charges whose webhook and payer never came. @throws when the queue is unavailable */
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
