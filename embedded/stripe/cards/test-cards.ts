import { createHash } from 'node:crypto';
import type { ErrorBody } from '../http/api-error.ts';

/** How the bank refuses a card, in the words of Stripe's card error. */
export interface Decline {
  code: NonNullable<ErrorBody['code']>;
  declineCode: string;
  message: string;
  param?: string;
}

/** One of Stripe's published test cards. Its fingerprint is what is stored of the number. */
export interface TestCard {
  number: string;
  /** The payment method a server may name instead of the number. */
  token: string;
  fingerprint: string;
  /** The bank asks for 3-D Secure before it decides. */
  challenges: boolean;
  /** null: the payment succeeds. */
  decline: Decline | null;
  /** Refunds to it are taken, and fail a few seconds later. */
  failsRefunds: boolean;
  /** What it pays is disputed as fraudulent right afterwards. */
  isDisputed: boolean;
}

/** What a card does besides being taken or declined. */
type Quirk = 'challenges' | 'fails-refunds' | 'disputed';

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const generic = declined('generic_decline');

const ROWS: [number: string, token: string, decline: Decline | null, quirk?: Quirk][] = [
  ['4242424242424242', 'pm_card_visa', null],
  ['4000056655665556', 'pm_card_visa_debit', null],
  ['5555555555554444', 'pm_card_mastercard', null],
  ['378282246310005', 'pm_card_amex', null],
  ['6011111111111117', 'pm_card_discover', null],
  ['3056930009020004', 'pm_card_diners', null],
  ['3566002020360505', 'pm_card_jcb', null],
  ['6200000000000005', 'pm_card_unionpay', null],
  ['4000000000000002', 'pm_card_visa_chargeDeclined', generic],
  [
    '4000000000009995',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    declined('insufficient_funds', 'Your card has insufficient funds.'),
  ],
  ['4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', declined('lost_card')],
  ['4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', declined('stolen_card')],
  [
    '4000000000000069',
    'pm_card_chargeDeclinedExpiredCard',
    {
      code: 'expired_card',
      declineCode: 'expired_card',
      message: 'Your card has expired.',
      param: 'exp_month',
    },
  ],
  [
    '4000000000000127',
    'pm_card_chargeDeclinedIncorrectCvc',
    {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
      param: 'cvc',
    },
  ],
  [
    '4000000000000119',
    'pm_card_chargeDeclinedProcessingError',
    {
      code: 'processing_error',
      declineCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  ],
  ['4000002500003155', 'pm_card_authenticationRequiredOnSetup', null, 'challenges'],
  ['4000000000003220', 'pm_card_threeDSecure2Required', null, 'challenges'],
  ['4000002760003184', 'pm_card_authenticationRequired', null, 'challenges'],
  ['4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', generic, 'challenges'],
  ['4000000000000341', 'pm_card_chargeCustomerFail', generic],
  ['4000000000005126', 'pm_card_refundFail', null, 'fails-refunds'],
  ['4000000000000259', 'pm_card_createDispute', null, 'disputed'],
];

/** The cards the simulator knows; every other number is refused as a live card in test mode. */
export const testCards: readonly TestCard[] = ROWS.map(([number, token, decline, quirk]) => ({
  number,
  token,
  fingerprint: createHash('sha256').update(token).digest('base64url').slice(0, 16),
  challenges: quirk === 'challenges',
  decline,
  failsRefunds: quirk === 'fails-refunds',
  isDisputed: quirk === 'disputed',
}));
