import { model, Schema, type Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { isDuplicateKey } from '../../infra/mongo.ts';
import { enqueue, tryEnqueue } from '../../infra/queues.ts';
import {
  type Checkout,
  checkoutEndsAt,
  expireCheckout,
  openCheckout,
  readCheckout,
} from '../../payments/stripe-checkouts.ts';
import { providerFailure } from '../../payments/stripe-payments.ts';
import type { RideCharge } from './charges.ts';
import { payLinkUrl } from './pay-link-token.ts';

/**
 * The checkouts of a charge at Stripe, one after the other: the next is opened only once the one before has ended, so
 * that nobody pays twice. Its id is the charge's.
 */
interface ChargeCheckoutDoc {
  _id: Types.ObjectId;
  /** Counts them. */
  number: number;
  openedAt: Date;
  /** Id of the session at Stripe; null until it is open. Nobody knows its address before. */
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
 * The address where a charge is paid: that of its open checkout, or of a new one.
 *
 * @throws AppError PAYMENT_IN_PROGRESS when it is paid, or a bank decides on it; PAYMENT_PROVIDER
 */
export async function openChargeCheckout(of: RideCharge): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await ChargeCheckoutModel.findById(of.charge.id).lean<ChargeCheckoutDoc>();
    const url = current?.sessionId
      ? await continueCheckout(of.charge.id, current.sessionId)
      : current && Date.now() - current.openedAt.getTime() < STALE_MS && (await openSession(of, current));
    if (url) return url;
    await beginNext(of.charge.id, current);
  }
  throw new AppError('PAYMENT_PROVIDER', 'The payment could not be started. Please try again.');
}

/** @returns null when it has ended unpaid */
async function continueCheckout(chargeId: string, sessionId: string): Promise<string | null> {
  const checkout = await readCheckout(sessionId).catch((error: unknown) => {
    throw providerFailure(error);
  });
  if (checkout.isExpired) return null;
  if (!checkout.isPaid && !checkout.isProcessing) return checkout.url;
  await tryEnqueue('confirm-charge', { chargeId });
  throw new AppError('PAYMENT_IN_PROGRESS', 'This is paid; the payment is being confirmed.');
}

/** @returns null when another has begun meanwhile */
async function openSession({ ride, charge }: RideCharge, current: ChargeCheckoutDoc): Promise<string | null> {
  const { id: chargeId, amountCents, reason, kind } = charge;
  const page = payLinkUrl(chargeId);
  const isThis = { _id: chargeId, number: current.number, sessionId: null };
  const checkout = await openCheckout({
    name: reason === null ? 'Marquee ride' : `Marquee ride: ${reason}`,
    amountCents,
    // A fare is the ride's own payment; a further charge has one of its own.
    metadata: { chargeId, riderId: ride.riderId, ...(kind === 'booking' && { rideId: ride.id }) },
    successUrl: `${page}?paid=1`,
    cancelUrl: page,
    endsAt: checkoutEndsAt(current.openedAt),
    idempotencyKey: `charge:${chargeId}:cs:${current.number}`,
  }).catch(async (error: unknown) => {
    // Stripe repeats its answer for a day, failures too: the next press begins another.
    await ChargeCheckoutModel.updateOne(isThis, { $set: { openedAt: new Date(0) } });
    throw error;
  });
  const { modifiedCount } = await ChargeCheckoutModel.updateOne(isThis, { $set: { sessionId: checkout.id } });
  if (modifiedCount > 0) return checkout.url;

  const now = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  if (now?.sessionId === checkout.id) return checkout.url;
  await expireCheckout(checkout.id);
  return null;
}

async function beginNext(chargeId: string, current: ChargeCheckoutDoc | null): Promise<void> {
  const now = new Date();
  const next = { openedAt: now, sessionId: null, lookAt: new Date(now.getTime() + LOOK_MS) };
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

/** The checkout of a charge at Stripe, read afresh; null where none was opened. */
export async function readChargeCheckout(chargeId: string): Promise<Checkout | null> {
  const current = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  return current?.sessionId ? readCheckout(current.sessionId) : null;
}

/** Whether anybody has begun to pay a charge. */
export const hasChargeCheckout = async (chargeId: string): Promise<boolean> =>
  (await ChargeCheckoutModel.exists({ _id: chargeId, sessionId: { $ne: null } })) !== null;

/** Ends the checkout of a charge unless it is paid. @returns its state afterwards; null where none was opened */
export async function closeChargeCheckout(chargeId: string): Promise<Checkout | null> {
  const current = await ChargeCheckoutModel.findById(chargeId).lean<ChargeCheckoutDoc>();
  return current?.sessionId ? expireCheckout(current.sessionId) : null;
}

/** Records when a charge's checkout is to be looked at again; never, where nothing is to be seen. */
export async function lookAgain(chargeId: string, isOpen: boolean): Promise<void> {
  const change = isOpen
    ? { $set: { lookAt: new Date(Date.now() + LOOK_MS) } }
    : { $unset: { lookAt: 1 as const } };
  await ChargeCheckoutModel.updateOne({ _id: chargeId }, change);
}

const AT_ONCE = 200;

/** Enqueues the confirmations of charges whose webhook and payer never came. @throws when the queue is unavailable */
export async function reconcileChargeCheckouts(): Promise<void> {
  const due = await ChargeCheckoutModel.find({ lookAt: { $lt: new Date() } }, { _id: 1 })
    .sort({ lookAt: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<ChargeCheckoutDoc, '_id'>[]>();
  for (const { _id } of due) {
    const chargeId = _id.toHexString();
    await enqueue('confirm-charge', { chargeId }, { key: chargeId });
  }
}
