import {
  composeGiftCardEmail,
  composeReceiptEmail,
  composeUndeliveredEmail,
} from '../gift-cards/gift-card-emails.ts';
import { composeOperationsEmail } from '../messages/compose-operations-email.ts';
import { composeReceivedEmail } from '../messages/compose-received-email.ts';
import { composePaymentAlertEmail } from '../payments/compose-payment-alert-email.ts';
import { composeNotAcceptedEmail } from '../rides/compose-not-accepted-email.ts';
import type { EmailContent } from './email-content.ts';
import type { MailTemplate } from './mail-model.ts';

/** How each kind of mail is written, from the id of what it is about. Throws NOT_FOUND when that is gone. */
export const TEMPLATES: Record<MailTemplate, (aboutId: string) => Promise<EmailContent>> = {
  'message-for-operations': composeOperationsEmail,
  'message-received': composeReceivedEmail,
  'gift-card': composeGiftCardEmail,
  'gift-card-receipt': composeReceiptEmail,
  'gift-card-undelivered': composeUndeliveredEmail,
  'ride-not-accepted': composeNotAcceptedEmail,
  'payment-notice': composePaymentAlertEmail,
};
