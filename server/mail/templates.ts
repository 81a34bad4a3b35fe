import { composeGiftCardEmail } from '../gift-cards/compose-gift-card-email.ts';
import { composeReceiptEmail } from '../gift-cards/compose-receipt-email.ts';
import { composeUndeliveredEmail } from '../gift-cards/compose-undelivered-email.ts';
import { composeOperationsEmail } from '../messages/compose-operations-email.ts';
import { composeReceivedEmail } from '../messages/compose-received-email.ts';
import { PAYABLES } from '../payables.ts';
import { composePaymentAlertEmail } from '../payments/payment-alerts.ts';
import { composeNotAcceptedEmail } from '../rides/events/ride-email.ts';
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
  'payment-notice': (alertId) => composePaymentAlertEmail(alertId, PAYABLES),
};
