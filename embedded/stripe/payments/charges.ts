import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Decline } from '../cards/test-cards.ts';
import { findOrFail, type Operation } from '../http/operation.ts';
import { checkParams } from '../http/params.ts';
import { newId, type StoredCharge, type StoredIntent } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** `GET /v1/charges/{id}` */
export const retrieveCharge: Operation = ({ tx, id, params }) => {
  checkParams(z.strictObject({}), params);
  return findOrFail(tx, 'charges', id);
};

/** Stores the charge of a payment attempt: succeeded, or failed with `decline`. */
export function createCharge(
  tx: Transaction,
  intent: StoredIntent,
  { method, decline }: { method: Stripe.PaymentMethod; decline: Decline | null },
): StoredCharge {
  const charge: StoredCharge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SIMULATOR',
    captured: !decline,
    created: tx.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline ? declined(decline) : authorized,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  tx.put('charges', charge);
  return charge;
}

const authorized: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

function declined(decline: Decline): Stripe.Charge.Outcome {
  return {
    ...authorized,
    network_status: 'declined_by_network',
    reason: decline.declineCode,
    seller_message: `The bank returned the decline code ${decline.declineCode}.`,
    type: 'issuer_declined',
  };
}

function cardDetails(
  intent: StoredIntent,
  { card }: Stripe.PaymentMethod,
): Stripe.Charge.PaymentMethodDetails.Card {
  if (!card) throw new Error('only cards can be charged');
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
