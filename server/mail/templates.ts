import { composeGiftCardLetter } from '../gift-cards/compose-gift-card-letter.ts';
import { composeReceiptLetter } from '../gift-cards/compose-receipt-letter.ts';
import { composeUndeliveredLetter } from '../gift-cards/compose-undelivered-letter.ts';
import { composeHouseLetter } from '../messages/compose-house-letter.ts';
import { composeReceivedLetter } from '../messages/compose-received-letter.ts';
import { composeNoticeLetter } from '../payments/compose-notice-letter.ts';
import { composeNotAcceptedLetter } from '../rides/compose-not-accepted-letter.ts';
import type { Letter } from './letter.ts';
import type { MailTemplate } from './mail-model.ts';

/** How each kind of mail is written, from the id of what it is about. Throws NOT_FOUND when that is gone. */
export const TEMPLATES: Record<MailTemplate, (aboutId: string) => Promise<Letter>> = {
  'message-for-house': composeHouseLetter,
  'message-received': composeReceivedLetter,
  'gift-card': composeGiftCardLetter,
  'gift-card-receipt': composeReceiptLetter,
  'gift-card-undelivered': composeUndeliveredLetter,
  'ride-not-accepted': composeNotAcceptedLetter,
  'payment-notice': composeNoticeLetter,
};
