import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { ApiError, type Call, findOrFail, ParameterError } from '../http/operation.ts';
import { integer } from '../http/params.ts';
import { newId } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';
import { cardBrand } from './card-number.ts';
import { recognizeCard, type TestCard, testCards } from './test-cards.ts';

/** The two ways to specify a payment method in a request. */
interface PaymentMethodChoice {
  /** An id, or a test token such as `pm_card_visa`. */
  payment_method?: string;
  /** A typed card, allowed with a publishable key only. */
  payment_method_data?: z.output<typeof paymentMethodParams>;
}

/**
 * Returns the payment method that a request specifies, storing it first if it is a typed card or a token.
 * Undefined if there is none.
 * @throws ApiError 404 for an unknown id, 402 for an invalid card or a card number sent with a secret key
 */
export function resolvePaymentMethod(
  call: Call,
  choice: PaymentMethodChoice,
): Stripe.PaymentMethod | undefined {
  const { payment_method: name, payment_method_data: data } = choice;
  if (name && data) {
    throw new ParameterError(
      'You may only specify one of these parameters: payment_method, payment_method_data.',
    );
  }
  if (data && call.caller === 'secret') {
    throw new ApiError(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. Use the payment form, or a test token such as pm_card_visa.',
    });
  }
  if (data) {
    const { exp_month, exp_year, cvc } = data.card;
    return storePaymentMethod(call.tx, recognizeCard(data.card, call.tx.now), {
      exp_month,
      exp_year,
      hasCvc: cvc !== undefined,
      billing: data.billing_details,
    });
  }
  if (name) return createFromToken(call.tx, name) ?? findOrFail(call.tx, 'payment_methods', name);
  return undefined;
}

const text = z.optional(z.string());

const billingParams = z.strictObject({
  name: text,
  email: text,
  phone: text,
  address: z.optional(
    z.strictObject({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text }),
  ),
});

/** `payment_method_data` of the payment form: a typed card and billing details. */
export const paymentMethodParams = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({ number: z.string(), exp_month: integer, exp_year: integer, cvc: text }),
  billing_details: z.optional(billingParams),
});

function createFromToken(tx: Transaction, token: string): Stripe.PaymentMethod | undefined {
  const testCard = testCards.find((known) => known.token === token);
  if (!testCard) return undefined;
  const exp_year = new Date(tx.now * 1000).getUTCFullYear() + 1;
  return storePaymentMethod(tx, testCard, { exp_month: 12, exp_year, hasCvc: true });
}

interface CardDetails {
  exp_month: number;
  exp_year: number;
  hasCvc: boolean;
  billing?: z.output<typeof billingParams>;
}

/**
 * Stores a payment method. Of the card number, only brand, last four digits and the test card's fingerprint
 * are stored; of the CVC, nothing.
 */
function storePaymentMethod(tx: Transaction, testCard: TestCard, details: CardDetails): Stripe.PaymentMethod {
  const brand = cardBrand(testCard.number);
  const { billing } = details;
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
        cvc_check: details.hasCvc ? 'pass' : null,
      },
      country: 'US',
      display_brand: brand,
      exp_month: details.exp_month,
      exp_year: details.exp_year,
      fingerprint: testCard.fingerprint,
      funding: testCard.token.endsWith('_debit') ? 'debit' : 'credit',
      generated_from: null,
      last4: testCard.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: tx.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  tx.put('payment_methods', method);
  return method;
}
