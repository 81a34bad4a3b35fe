import * as z from 'zod/mini';
import { emitEvent } from '../events/events.ts';
import { ApiError, findOrFail, type Operation } from '../http/operation.ts';
import { checkParams } from '../http/params.ts';
import { newId, type StoredCharge, type StoredDispute } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** `GET /v1/disputes/{id}` */
export const retrieveDispute: Operation = ({ tx, id, params }) => {
  checkParams(z.strictObject({}), params);
  return findOrFail(tx, 'disputes', id);
};

/** `POST /v1/disputes/{id}`: submits evidence, which closes the dispute. */
export const updateDispute: Operation = ({ tx, id, params }) => {
  const { evidence } = checkParams(updateParams, params);
  const dispute = findOrFail(tx, 'disputes', id);
  if (dispute.status !== 'needs_response') {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'This dispute is already closed' });
  }
  const closed: StoredDispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: 1,
      submission_method: 'manual',
    },
    status: OUTCOMES[evidence.uncategorized_text],
  };
  tx.put('disputes', closed);
  emitEvent(tx, 'charge.dispute.closed', closed);
  return closed;
};

/** The outcome by evidence text, as in Stripe's test mode. */
const OUTCOMES = { winning_evidence: 'won', losing_evidence: 'lost' } as const;

const updateParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']) }),
});

/** In seconds. */
const EVIDENCE_PERIOD = 7 * 24 * 3600;

/** Opens a dispute over a whole charge, with the reason fraudulent. */
export function openDispute(tx: Transaction, charge: StoredCharge): void {
  const network = charge.payment_method_details?.card?.network ?? 'unknown';
  const dispute: StoredDispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: null,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: tx.now + EVIDENCE_PERIOD,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: network, case_type: 'chargeback', network, network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  tx.put('disputes', dispute);
  tx.put('charges', { ...charge, disputed: true });
  emitEvent(tx, 'charge.dispute.created', dispute);
}
