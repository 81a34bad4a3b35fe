import { composeAlertEmail } from './alerts/alert-mails.ts';
import {
  composeApplicantAnsweredEmail,
  composeApplicationEmail,
  composeApplicationForOperationsEmail,
  composeApprovedEmail,
  composeDeclinedEmail,
  composeMoreNeededEmail,
  composeQuestionUndeliveredEmail,
} from './driver-applications/application-emails.ts';
import {
  composeGiftCardEmail,
  composeReceiptEmail,
  composeUndeliveredEmail,
  composeVoidedEmail,
  composeVoidReceiptEmail,
} from './gift-cards/gift-card-emails.ts';
import type { EmailTemplates } from './mail/send-mail.ts';
import {
  composeAnswerEmail,
  composeOperationsEmail,
  composeReceivedEmail,
} from './messages/message-emails.ts';
import { composePaperEndingEmail, composePaperEndingForOperationsEmail } from './papers/paper-emails.ts';
import { PAYABLES } from './payables.ts';
import { composePaymentAlertEmail } from './payments/payment-alerts.ts';
import { composeStillSearchingEmail } from './rides/alerts/still-searching.ts';
import { composePayLinkEmail, composeTooLateEmail } from './rides/charges/charge-emails.ts';
import {
  composeBookedEmail,
  composeChangedEmail,
  composeTomorrowEmail,
} from './rides/emails/booked-emails.ts';
import { composeCancelledEmail, composeNotAcceptedEmail } from './rides/emails/cancelled-emails.ts';
import { composeDriverEmail, composeOnTheWayEmail } from './rides/emails/driver-emails.ts';
import { composeRideReceiptEmail, composeUpdatedReceiptEmail } from './rides/emails/receipt-email.ts';
import { composeAccountDeletedEmail } from './users/close-account.ts';
import {
  composeEmailChangeAskedEmail,
  composeEmailChangedEmail,
  composeEmailChangeEmail,
} from './users/email-change.ts';
import { composeConfirmationEmail } from './users/email-confirmation.ts';
import { composeFactorChangedEmail } from './users/factor-emails.ts';
import { composeInvitationEmail } from './users/invitations.ts';
import { composePasswordResetEmail } from './users/password-reset.ts';
import { composePasswordChangedEmail } from './users/replace-password.ts';

/**
 * The compose function of every kind of email, which workers pass to `sendMail`. The nouns depend on mail,
 * and mail not on the nouns.
 */
export const EMAIL_TEMPLATES = {
  'message-for-operations': { compose: composeOperationsEmail },
  'message-received': { compose: composeReceivedEmail },
  'message-answer': { compose: composeAnswerEmail },
  'gift-card': { compose: composeGiftCardEmail, whenRejected: 'gift-card-undelivered' },
  'gift-card-receipt': { compose: composeReceiptEmail },
  'gift-card-undelivered': { compose: composeUndeliveredEmail },
  'gift-card-voided': { compose: composeVoidedEmail },
  'gift-card-void-receipt': { compose: composeVoidReceiptEmail },
  'ride-booked': { compose: composeBookedEmail },
  'ride-changed': { compose: composeChangedEmail },
  'ride-driver': { compose: composeDriverEmail },
  'ride-on-the-way': { compose: composeOnTheWayEmail },
  'ride-tomorrow': { compose: composeTomorrowEmail },
  'ride-receipt': { compose: composeRideReceiptEmail },
  'ride-receipt-updated': { compose: composeUpdatedReceiptEmail },
  'ride-still-searching': { compose: composeStillSearchingEmail },
  'ride-not-accepted': { compose: composeNotAcceptedEmail },
  'ride-cancelled': { compose: composeCancelledEmail },
  'payment-link': { compose: composePayLinkEmail },
  'charge-too-late': { compose: composeTooLateEmail },
  invitation: { compose: composeInvitationEmail },
  'password-reset': { compose: composePasswordResetEmail },
  'password-changed': { compose: composePasswordChangedEmail },
  'factor-changed': { compose: composeFactorChangedEmail },
  'account-deleted': { compose: composeAccountDeletedEmail },
  'email-confirmation': { compose: composeConfirmationEmail },
  'email-change': { compose: composeEmailChangeEmail },
  'email-change-asked': { compose: composeEmailChangeAskedEmail },
  'email-changed': { compose: composeEmailChangedEmail },
  'driver-application-received': { compose: composeApplicationEmail },
  'driver-application-more-needed': {
    compose: composeMoreNeededEmail,
    whenRejected: 'driver-application-undelivered',
  },
  'driver-application-approved': { compose: composeApprovedEmail },
  'driver-application-declined': { compose: composeDeclinedEmail },
  'driver-application-for-operations': { compose: composeApplicationForOperationsEmail },
  'driver-application-answered': { compose: composeApplicantAnsweredEmail },
  'driver-application-undelivered': { compose: composeQuestionUndeliveredEmail },
  'payment-notice': { compose: (alertId: string) => composePaymentAlertEmail(alertId, PAYABLES) },
  'alert-notice': { compose: composeAlertEmail },
  'paper-ending': { compose: composePaperEndingEmail },
  'paper-ending-for-operations': { compose: composePaperEndingForOperationsEmail },
} satisfies EmailTemplates;
