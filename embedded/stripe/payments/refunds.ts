import * as z from 'zod/mini';
import { testCardOf } from '../cards/test-cards.ts';
import { emitEvent } from '../events/events.ts';
import { ApiError, findOrFail, listPage, type Operation, ParameterError } from '../http/operation.ts';
import {
  checkParams,
  createdParam,
  integer,
  isCreatedWithin,
  listParams,
  metadataParam,
} from '../http/params.ts';
import { newId, type StoredCharge, type StoredRefund } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/**
 * Handles `POST /v1/refunds`: refunds `amount`, by default the remainder, and succeeds immediately. Refused
 * while the charge is disputed, unless the dispute was won or is only an inquiry.
 */
export const createRefund: Operation = ({ tx, params: input }) => {
  const params = checkParams(createParams, input);
  const charge = findCharge(tx, params.payment_intent);
  const refundable = charge.amount_captured - charge.amount_refunded;
  const amount = params.amount ?? refundable;
  const disputes = tx.list('disputes').filter((dispute) => dispute.charge === charge.id);
  if (disputes.some(({ status }) => status !== 'won' && !status.startsWith('warning_'))) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    });
  }
  if (refundable === 0) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  }
  if (amount < 1) {
    throw new ParameterError(
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount',
    );
  }
  if (amount > refundable) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(refundable)})`,
      param: 'amount',
    });
  }
  const refund: StoredRefund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  const refunded: StoredCharge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === refundable,
  };
  tx.put('refunds', refund);
  tx.put('charges', refunded);
  emitEvent(tx, 'refund.created', refund);
  emitEvent(tx, 'charge.refunded', refunded);
  return refund;
};

/** Handles `GET /v1/refunds`, optionally filtered by intent and creation time. */
export const listRefunds: Operation = ({ tx, params }) => {
  const { payment_intent, created, ...query } = checkParams(listRefundsParams, params);
  const found = tx
    .list('refunds')
    .filter((refund) => payment_intent === undefined || refund.payment_intent === payment_intent)
    .filter((refund) => isCreatedWithin(refund, created));
  return listPage('/v1/refunds', found, query);
};

/** `GET /v1/refunds/{id}` */
export const retrieveRefund: Operation = ({ tx, id, params }) => {
  checkParams(z.strictObject({}), params);
  return findOrFail(tx, 'refunds', id);
};

/** Fails refunds to test cards that fail refunds, a few seconds after they succeeded. */
export function failDueRefunds(tx: Transaction): void {
  for (const refund of tx.list('refunds')) {
    const isDue = refund.status === 'succeeded' && refund.created + FAILURE_DELAY <= tx.now;
    if (isDue && isToCardThatFails(tx, refund)) failRefund(tx, refund);
  }
}

const createParams = z.strictObject({
  payment_intent: z.string(),
  amount: z.optional(integer),
  metadata: z.optional(metadataParam),
});

const listRefundsParams = z.strictObject({
  ...listParams,
  payment_intent: z.optional(z.string()),
  created: createdParam,
});

function findCharge(tx: Transaction, intentId: string): StoredCharge {
  const intent = findOrFail(tx, 'payment_intents', intentId);
  if (intent.status === 'succeeded' && intent.latest_charge) {
    return findOrFail(tx, 'charges', intent.latest_charge);
  }
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  });
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** In seconds. At Stripe it can take days. */
const FAILURE_DELAY = 3;

function isToCardThatFails(tx: Transaction, { payment_method }: StoredRefund): boolean {
  const method = typeof payment_method === 'string' && tx.get('payment_methods', payment_method);
  return Boolean(method && testCardOf(method).failsRefunds);
}

/** Fails a refund. The amount returns to the account and can be refunded again. */
function failRefund(tx: Transaction, refund: StoredRefund): void {
  const failed: StoredRefund = {
    ...refund,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  };
  const charge = tx.get('charges', refund.charge);
  if (!charge) throw new Error(`${refund.id} has no charge`);
  tx.put('refunds', failed);
  tx.put('charges', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  emitEvent(tx, 'refund.updated', failed);
  emitEvent(tx, 'charge.refund.updated', failed);
  emitEvent(tx, 'refund.failed', failed);
}
