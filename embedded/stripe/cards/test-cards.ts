import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { ApiError, type ErrorBody } from '../http/operation.ts';
import { isLuhnValid } from './card-number.ts';

/** The error of a declined card. */
export interface Decline {
  code: NonNullable<ErrorBody['code']>;
  declineCode: string;
  message: string;
  param?: string;
}

/** One of Stripe's published test cards. The fingerprint is stored instead of the number. */
export interface TestCard {
  number: string;
  /** The id by which a server specifies the card instead of its number. */
  token: string;
  fingerprint: string;
  /** Whether 3-D Secure is required before the charge. */
  challenges: boolean;
  /** How the payment is declined; null if it succeeds. */
  decline: Decline | null;
  /** Whether refunds succeed at first and fail a few seconds later. */
  failsRefunds: boolean;
  /** Whether payments are immediately disputed as fraudulent, and how; null if not. */
  disputedBy: 'inquiry' | 'chargeback' | null;
}

/**
 * Returns the test card of a typed number, after the checks of number, expiry and CVC that precede a charge.
 * @param now Unix seconds.
 * @throws ApiError 402 incorrect_number, invalid_expiry_month, invalid_expiry_year, invalid_cvc, or
 * card_declined with test_mode_live_card for any other valid number
 */
export function recognizeCard(card: TypedCard, now: number): TestCard {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  checkExpiry(card.exp_month, card.exp_year, now);
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
  const testCard = testCards.find((known) => known.number === number);
  if (testCard) return testCard;
  throw cardError({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  });
}

/** Returns the test card that a payment method was created from. */
export function testCardOf(method: Stripe.PaymentMethod): TestCard {
  const card = testCards.find((known) => known.fingerprint === method.card?.fingerprint);
  if (!card) throw new Error(`${method.id} was not made from a test card`);
  return card;
}

type Behavior = 'challenges' | 'fails-refunds' | 'inquiry' | 'chargeback';

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const generic = declined('generic_decline');

const ROWS: [number: string, token: string, decline: Decline | null, behavior?: Behavior][] = [
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
  ['4000000000000259', 'pm_card_createDispute', null, 'chargeback'],
  ['4000000000001976', 'pm_card_createDisputeInquiry', null, 'inquiry'],
];

/** All accepted card numbers. */
export const testCards: readonly TestCard[] = ROWS.map(([number, token, decline, behavior]) => ({
  number,
  token,
  fingerprint: createHash('sha256').update(token).digest('base64url').slice(0, 16),
  challenges: behavior === 'challenges',
  decline,
  failsRefunds: behavior === 'fails-refunds',
  disputedBy: behavior === 'inquiry' || behavior === 'chargeback' ? behavior : null,
}));

interface TypedCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string;
}

function checkExpiry(month: number, year: number, now: number): void {
  const invalid = (part: 'month' | 'year') =>
    cardError({
      code: `invalid_expiry_${part}`,
      message: `Your card's expiration ${part} is invalid.`,
      param: `exp_${part}`,
    });
  const today = new Date(now * 1000);
  const thisYear = today.getUTCFullYear();
  const fullYear = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12) throw invalid('month');
  if (fullYear < thisYear || fullYear > thisYear + 50) throw invalid('year');
  if (fullYear === thisYear && month < today.getUTCMonth() + 1) throw invalid('month');
}

function cardError(body: Omit<ErrorBody, 'type'>): ApiError {
  return new ApiError(402, { type: 'card_error', ...body });
}
