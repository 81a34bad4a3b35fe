import * as z from 'zod/mini';
import { recordEvent } from '../events/record-event.ts';
import { ApiError, ParameterError } from '../http/api-error.ts';
import { checkParams, integer, metadataParam } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import { newId } from '../store/new-id.ts';
import type { Books } from '../store/store.ts';
import type { StoredCharge, StoredRefund } from '../store/tables.ts';

const params = z.strictObject({
  payment_intent: z.string(),
  amount: z.optional(integer),
  metadata: z.optional(metadataParam),
});

/**
 * `POST /v1/refunds`: all that is left of what an intent was paid, or a part of it. Card refunds succeed at once; those of a charge that
 * is disputed are refused unless the dispute was won.
 */
export const createRefund: Operation = ({ books, params: given }) => {
  const asked = checkParams(params, given);
  const charge = findCharge(books, asked.payment_intent);
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = asked.amount ?? left;
  if (books.list('disputes').some((dispute) => dispute.charge === charge.id && dispute.status !== 'won')) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    });
  }
  if (left === 0) {
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
  if (amount > left) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      param: 'amount',
    });
  }
  const refund: StoredRefund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: asked.metadata ?? {},
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
    refunded: amount === left,
  };
  books.put('refunds', refund);
  books.put('charges', refunded);
  recordEvent(books, 'refund.created', refund);
  recordEvent(books, 'charge.refunded', refunded);
  return refund;
};

function findCharge(books: Books, intentId: string): StoredCharge {
  const intent = findOrFail(books, 'payment_intents', intentId);
  if (intent.status === 'succeeded' && intent.latest_charge) {
    return findOrFail(books, 'charges', intent.latest_charge);
  }
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  });
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
