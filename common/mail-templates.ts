/**
 * Every kind of email there is. `server/email-templates.ts` says how each is composed, `server/mail` sends
 * them.
 */
export const MAIL_TEMPLATES = [
  'message-for-operations',
  'message-received',
  'message-answer',
  'gift-card',
  'gift-card-receipt',
  'gift-card-undelivered',
  'gift-card-voided',
  'gift-card-void-receipt',
  'ride-booked',
  'ride-changed',
  'ride-driver',
  'ride-on-the-way',
  'ride-tomorrow',
  'ride-receipt',
  'ride-receipt-updated',
  'ride-still-searching',
  'ride-not-accepted',
  'ride-cancelled',
  'payment-link',
  'charge-too-late',
  'payment-notice',
  'alert-notice',
  'paper-ending',
  'paper-ending-for-operations',
  'invitation',
  'password-reset',
  'password-changed',
  'driver-application-received',
  'driver-application-more-needed',
  'driver-application-approved',
  'driver-application-declined',
  'driver-application-for-operations',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];
