import { recordOnPurchase } from '../gift-cards/purchases.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { recordOnRide } from '../rides/record-on-ride.ts';
import { type PaymentAlert, PaymentAlertModel } from './payment-alert-model.ts';

/**
 * Tells the house what became of a payment that had been settled: it is logged, noted on the ride or purchase, and mailed. Once, however
 * often this is called; a call that was cut short can simply be repeated.
 */
export async function notifyOperations(notice: PaymentAlert): Promise<void> {
  const noticeId = await remember(notice);
  const { rideId, purchaseId } = notice.paidFor;
  if (rideId) await recordOnRide(rideId, notice.key);
  else if (purchaseId) await recordOnPurchase(purchaseId, notice.key);
  await enqueueEmail('payment-notice', noticeId);
}

/** @returns the notice's id, that of an earlier call if there was one */
async function remember(notice: PaymentAlert): Promise<string> {
  try {
    const stored = await PaymentAlertModel.create({ ...notice, at: new Date() });
    logger.error(notice, 'payment needs manual review');
    return stored.id;
  } catch (error) {
    const earlier = isDuplicateKey(error) && (await PaymentAlertModel.exists({ key: notice.key }));
    if (!earlier) throw error;
    return earlier._id.toHexString();
  }
}
