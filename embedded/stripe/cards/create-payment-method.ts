import type Stripe from 'stripe';
import { ApiError, type ErrorBody } from '../http/api-error.ts';
import { newId } from '../store/new-id.ts';
import type { Books } from '../store/store.ts';
import { cardBrand } from './card-brand.ts';
import { passesLuhn } from './passes-luhn.ts';
import type { PaymentMethodParams } from './payment-method-params.ts';
import { type TestCard, testCards } from './test-cards.ts';

/**
 * Stores a payment method for a typed card. Of the number only brand, last four digits and the test card's fingerprint
 * are kept, of the security code nothing.
 * @throws ApiError 402 when the number, date or code cannot be those of a test card
 */
export function createPaymentMethod(books: Books, params: PaymentMethodParams): Stripe.PaymentMethod {
  const { card, billing_details } = params;
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  checkExpiry(card.exp_month, card.exp_year, books.now);
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  const testCard = testCards.find((known) => known.number === number);
  if (!testCard) {
    throw cardError(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      undefined,
      'test_mode_live_card',
    );
  }
  return storePaymentMethod(books, testCard, {
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    hasCvc: card.cvc !== undefined,
    billing: billing_details,
  });
}

/** Stores a payment method for a token such as `pm_card_visa`, or returns undefined when there is no such token. */
export function createFromToken(books: Books, token: string): Stripe.PaymentMethod | undefined {
  const testCard = testCards.find((known) => known.token === token);
  if (!testCard) return undefined;
  const exp_year = new Date(books.now * 1000).getUTCFullYear() + 1;
  return storePaymentMethod(books, testCard, { exp_month: 12, exp_year, hasCvc: true });
}

/** The test card behind a stored payment method. */
export function testCardOf(method: Stripe.PaymentMethod): TestCard {
  const card = testCards.find((known) => known.fingerprint === method.card?.fingerprint);
  if (!card) throw new Error(`${method.id} was not made from a test card`);
  return card;
}

interface Printed {
  exp_month: number;
  exp_year: number;
  hasCvc: boolean;
  billing?: PaymentMethodParams['billing_details'];
}

function storePaymentMethod(books: Books, testCard: TestCard, printed: Printed): Stripe.PaymentMethod {
  const brand = cardBrand(testCard.number);
  const { billing } = printed;
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: billing?.address?.city ?? null,
        country: billing?.address?.country ?? null,
        line1: billing?.address?.line1 ?? null,
        line2: billing?.address?.line2 ?? null,
        postal_code: billing?.address?.postal_code ?? null,
        state: billing?.address?.state ?? null,
      },
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: null,
    },
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing?.address?.postal_code ? 'pass' : null,
        cvc_check: printed.hasCvc ? 'pass' : null,
      },
      country: 'US',
      display_brand: brand,
      exp_month: printed.exp_month,
      exp_year: printed.exp_year,
      fingerprint: testCard.fingerprint,
      funding: testCard.token.endsWith('_debit') ? 'debit' : 'credit',
      generated_from: null,
      last4: testCard.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: books.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  books.put('payment_methods', method);
  return method;
}

function checkExpiry(month: number, year: number, now: number): void {
  const today = new Date(now * 1000);
  const fullYear = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const thisYear = today.getUTCFullYear();
  if (fullYear < thisYear || fullYear > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (fullYear === thisYear && month < today.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
}

function cardError(
  code: ErrorBody['code'],
  message: string,
  param?: string,
  decline_code?: string,
): ApiError {
  return new ApiError(402, { type: 'card_error', code, decline_code, message, param });
}
