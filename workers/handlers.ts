import { fulfilGiftCard } from '#server/gift-cards/fulfil-gift-card.ts';
import { sweepPurchases } from '#server/gift-cards/sweep-purchases.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { sweepMails } from '#server/mail/sweep-mails.ts';
import { confirmPayment } from '#server/payments/confirm-payment.ts';
import { expireUnpaidRide } from '#server/payments/expire-unpaid-ride.ts';
import { followDispute } from '#server/payments/follow-dispute.ts';
import { followRefund } from '#server/payments/follow-refund.ts';
import { refundRide } from '#server/payments/refund-ride.ts';
import { sweepPaymentEvents } from '#server/payments/sweep-payment-events.ts';
import { sweepRides } from '#server/payments/sweep-rides.ts';
import { closeUnacceptedRide } from '#server/rides/close-unaccepted-ride.ts';
import { repairAnnouncements } from '#server/rides/repair-announcements.ts';
import type { Handlers } from './work.ts';

/** Every job, once. */
export const handlers: Handlers = {
  'confirm-payment': ({ rideId }) => confirmPayment(rideId),
  'expire-unpaid-ride': ({ rideId }) => expireUnpaidRide(rideId),
  'close-unaccepted-ride': ({ rideId }) => closeUnacceptedRide(rideId),
  'refund-ride': ({ rideId, reason }) => refundRide(rideId, reason),
  'follow-refund': ({ refundId }) => followRefund(refundId),
  'follow-dispute': ({ disputeId }) => followDispute(disputeId),
  'repair-announcements': () => repairAnnouncements(),
  'sweep-rides': () => sweepRides(),
  'sweep-payment-events': () => sweepPaymentEvents(),
  'fulfil-gift-card': ({ purchaseId }) => fulfilGiftCard(purchaseId),
  'sweep-purchases': () => sweepPurchases(),
  'send-mail': ({ mailId }) => sendMail(mailId),
  'sweep-mails': () => sweepMails(),
};
