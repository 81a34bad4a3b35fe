import { recordBrokenCalls } from '#server/audit-log/pending-calls.ts';
import { trimAuditLog } from '#server/audit-log/record-audit.ts';
import { findFilesOfApplications } from '#server/driver-applications/application-queries.ts';
import {
  followUpApplication,
  reconcileApplications,
} from '#server/driver-applications/follow-up-application.ts';
import { findFilesOfDrivers } from '#server/drivers/driver-queries.ts';
import { EMAIL_TEMPLATES } from '#server/email-templates.ts';
import { removeUnusedFiles } from '#server/files/remove-unused-files.ts';
import { fulfilGiftCard } from '#server/gift-cards/fulfil-gift-card.ts';
import { reconcilePurchases } from '#server/gift-cards/purchases.ts';
import { reconcileGiftCards, refundVoidedGiftCard } from '#server/gift-cards/void-gift-card.ts';
import { reconcileMails } from '#server/mail/email-outbox.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { reconcileAnswers } from '#server/messages/change-thread.ts';
import { updateHeldPaperAlerts, watchPapers } from '#server/papers/watch-papers.ts';
import { PAYABLES } from '#server/payables.ts';
import { syncDispute } from '#server/payments/stripe-disputes.ts';
import { reconcilePaymentEvents } from '#server/payments/stripe-events.ts';
import { syncRefund } from '#server/payments/stripe-refunds.ts';
import { eraseAccount, reconcileErasures } from '#server/personal-data/erase-account.ts';
import { removeOldData } from '#server/personal-data/remove-old-data.ts';
import { reconcileMoney } from '#server/reconcile-money.ts';
import { relayOutbox } from '#server/relay-outbox.ts';
import { reportRating } from '#server/rides/after/report-rating.ts';
import { notifyStillSearching } from '#server/rides/alerts/still-searching.ts';
import { updateAllRideAlerts } from '#server/rides/alerts/update-ride-alerts.ts';
import { expireUnacceptedRide } from '#server/rides/cancel/expire-unaccepted-ride.ts';
import { confirmCharge } from '#server/rides/charges/confirm-charge.ts';
import { expireCharge } from '#server/rides/charges/expire-charge.ts';
import { refundCharge } from '#server/rides/charges/refund-charge.ts';
import { remindRiders } from '#server/rides/emails/remind-riders.ts';
import { creditLateRides } from '#server/rides/late-credit.ts';
import { confirmPayment } from '#server/rides/payment/confirm-payment.ts';
import { expireUnpaidRide } from '#server/rides/payment/expire-unpaid-ride.ts';
import { reconcileRides } from '#server/rides/payment/reconcile-rides.ts';
import { refundAdjustment, refundRide } from '#server/rides/payment/refund-ride.ts';
import { watchSignIns } from '#server/users/watch-sign-ins.ts';
import { findFilesOfVehicles } from '#server/vehicles/vehicle-queries.ts';
import type { Handlers } from './work.ts';

/** The handler of every job. */
export const handlers: Handlers = {
  'confirm-payment': ({ rideId }) => confirmPayment(rideId),
  'expire-unpaid-ride': ({ rideId }) => expireUnpaidRide(rideId),
  'expire-unaccepted-ride': ({ rideId }) => expireUnacceptedRide(rideId),
  'refund-ride': ({ rideId, reason }) => refundRide(rideId, reason),
  'refund-adjustment': (refund) => refundAdjustment(refund),
  'confirm-charge': ({ chargeId }) => confirmCharge(chargeId),
  'expire-charge': ({ chargeId }) => expireCharge(chargeId),
  'refund-charge': ({ chargeId }) => refundCharge(chargeId),
  'report-rating': ({ rideId }) => reportRating(rideId),
  'sync-refund': ({ refundId }) => syncRefund(refundId, PAYABLES),
  'sync-dispute': ({ disputeId }) => syncDispute(disputeId, PAYABLES),
  'relay-outbox': () => relayOutbox(),
  'reconcile-rides': () => reconcileRides(),
  'reconcile-payment-events': () => reconcilePaymentEvents(PAYABLES),
  'fulfil-gift-card': ({ purchaseId }) => fulfilGiftCard(purchaseId),
  'reconcile-purchases': () => reconcilePurchases(),
  'refund-gift-card': ({ giftCardId }) => refundVoidedGiftCard(giftCardId),
  'reconcile-gift-cards': () => reconcileGiftCards(),
  'follow-up-application': ({ applicationId }) => followUpApplication(applicationId),
  'reconcile-applications': () => reconcileApplications(),
  'send-mail': ({ mailId }) => sendMail(mailId, EMAIL_TEMPLATES),
  'reconcile-answers': () => reconcileAnswers(),
  'reconcile-mails': () => reconcileMails(),
  'remind-riders': () => remindRiders(),
  'watch-rides': async () => {
    const updates = await Promise.allSettled([updateAllRideAlerts(), updateHeldPaperAlerts()]);
    for (const update of updates) if (update.status === 'rejected') throw update.reason;
  },
  'notify-still-searching': () => notifyStillSearching(),
  'credit-late-rides': () => creditLateRides(),
  'watch-papers': () => watchPapers(),
  'reconcile-money': () => reconcileMoney(),
  'remove-unused-files': () =>
    removeUnusedFiles([findFilesOfApplications, findFilesOfDrivers, findFilesOfVehicles]),
  'record-broken-calls': () => recordBrokenCalls(),
  'trim-audit-log': () => trimAuditLog(),
  'erase-account': ({ userId }) => eraseAccount(userId),
  'reconcile-erasures': () => reconcileErasures(),
  'remove-old-data': () => removeOldData(),
  'watch-sign-ins': () => watchSignIns(),
};
