import { EMAIL_TEMPLATES } from '#server/email-templates.ts';
import { fulfilGiftCard } from '#server/gift-cards/fulfil-gift-card.ts';
import { reconcilePurchases } from '#server/gift-cards/purchases.ts';
import { reconcileMails } from '#server/mail/email-outbox.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { confirmPayment } from '#server/payments/confirm-payment.ts';
import { expireUnpaidRide } from '#server/payments/expire-unpaid-ride.ts';
import { reconcilePaymentEvents } from '#server/payments/reconcile-payment-events.ts';
import { reconcileRides } from '#server/payments/reconcile-rides.ts';
import { refundRide } from '#server/payments/refund-ride.ts';
import { syncDispute } from '#server/payments/sync-dispute.ts';
import { syncRefund } from '#server/payments/sync-refund.ts';
import { expireUnacceptedRide } from '#server/rides/expire-unaccepted-ride.ts';
import { relayOutbox } from '#server/rides/relay-outbox.ts';
import type { Handlers } from './work.ts';

/** Every job, once. */
export const handlers: Handlers = {
  'confirm-payment': ({ rideId }) => confirmPayment(rideId),
  'expire-unpaid-ride': ({ rideId }) => expireUnpaidRide(rideId),
  'expire-unaccepted-ride': ({ rideId }) => expireUnacceptedRide(rideId),
  'refund-ride': ({ rideId, reason }) => refundRide(rideId, reason),
  'sync-refund': ({ refundId }) => syncRefund(refundId),
  'sync-dispute': ({ disputeId }) => syncDispute(disputeId),
  'relay-outbox': () => relayOutbox(),
  'reconcile-rides': () => reconcileRides(),
  'reconcile-payment-events': () => reconcilePaymentEvents(),
  'fulfil-gift-card': ({ purchaseId }) => fulfilGiftCard(purchaseId),
  'reconcile-purchases': () => reconcilePurchases(),
  'send-mail': ({ mailId }) => sendMail(mailId, EMAIL_TEMPLATES),
  'reconcile-mails': () => reconcileMails(),
};
