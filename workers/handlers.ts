import { fulfilGiftCard } from '#server/gift-cards/fulfil-gift-card.ts';
import { sweepPurchases } from '#server/gift-cards/sweep-purchases.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { sweepMails } from '#server/mail/sweep-mails.ts';
import { confirmPayment } from '#server/payments/confirm-payment.ts';
import { expireUnpaidRide } from '#server/payments/expire-unpaid-ride.ts';
import { refundRide } from '#server/payments/refund-ride.ts';
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
  'repair-announcements': () => repairAnnouncements(),
  'sweep-rides': () => sweepRides(),
  'fulfil-gift-card': ({ purchaseId }) => fulfilGiftCard(purchaseId),
  'sweep-purchases': () => sweepPurchases(),
  'send-mail': ({ mailId }) => sendMail(mailId),
  'sweep-mails': () => sweepMails(),
};
