import { noteOnPurchase } from '../gift-cards/note-on-purchase.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { oweMail } from '../mail/owe-mail.ts';
import { noteOnRide } from '../rides/note-on-ride.ts';
import { type PaymentNotice, PaymentNoticeModel } from './payment-notice-model.ts';

/**
 * Tells the house what became of a payment that had been settled: it is logged, noted on the ride or purchase, and mailed. Once, however
 * often this is called; a call that was cut short can simply be repeated.
 */
export async function tellHouse(notice: PaymentNotice): Promise<void> {
  const noticeId = await remember(notice);
  const { rideId, purchaseId } = notice.paidFor;
  if (rideId) await noteOnRide(rideId, notice.key);
  else if (purchaseId) await noteOnPurchase(purchaseId, notice.key);
  await oweMail('payment-notice', noticeId);
}

/** @returns the notice's id, that of an earlier call if there was one */
async function remember(notice: PaymentNotice): Promise<string> {
  try {
    const stored = await PaymentNoticeModel.create({ ...notice, at: new Date() });
    logger.error(notice, 'the house has to see to a payment');
    return stored.id;
  } catch (error) {
    const earlier = isDuplicateKey(error) && (await PaymentNoticeModel.exists({ key: notice.key }));
    if (!earlier) throw error;
    return earlier._id.toHexString();
  }
}
