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

/** Handles `POST /v1/disputes/{id}`: submits evidence, which closes the dispute or escalates an inquiry. */
export const updateDispute: Operation = ({ tx, id, params }) => {
  const { evidence } = checkParams(updateParams, params);
  const dispute = findOrFail(tx, 'disputes', id);
  const status = OUTCOMES[dispute.status]?.[evidence.uncategorized_text];
  if (!status) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `This dispute is ${dispute.status} and does not take this evidence`,
    });
  }
  const answered: StoredDispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: 1,
      submission_method: 'manual',
    },
    status,
  };
  if (status === STAGES.chargeback.status) return escalateInquiry(tx, answered);
  tx.put('disputes', answered);
  emitEvent(tx, 'charge.dispute.closed', answered);
  return answered;
};

const EVIDENCE = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence'] as const;

type Outcomes = Partial<Record<(typeof EVIDENCE)[number], StoredDispute['status']>>;

/** The outcome of an open dispute by evidence text, as in Stripe's test mode. */
const OUTCOMES: Readonly<Record<string, Outcomes>> = {
  needs_response: { winning_evidence: 'won', losing_evidence: 'lost' },
  warning_needs_response: {
    winning_evidence: 'warning_closed',
    losing_evidence: 'warning_closed',
    escalate_inquiry_evidence: 'needs_response',
  },
};

const updateParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.enum(EVIDENCE) }),
});

/** Differences between an inquiry and the chargeback that may follow. `answerWithin` is in seconds. */
const STAGES = {
  inquiry: { status: 'warning_needs_response', isRefundable: true, answerWithin: 3 * 24 * 3600 },
  chargeback: { status: 'needs_response', isRefundable: false, answerWithin: 7 * 24 * 3600 },
} as const;

/** Turns an inquiry into a chargeback: same dispute, but the money is withdrawn and the deadline is new. */
function escalateInquiry(tx: Transaction, dispute: StoredDispute): StoredDispute {
  const { status, isRefundable, answerWithin } = STAGES.chargeback;
  const escalated: StoredDispute = {
    ...dispute,
    evidence_details: { ...dispute.evidence_details, due_by: tx.now + answerWithin },
    is_charge_refundable: isRefundable,
    payment_method_details: cardDetails(dispute.payment_method_details?.card?.network, 'chargeback'),
    status,
  };
  tx.put('disputes', escalated);
  emitEvent(tx, 'charge.dispute.updated', escalated);
  emitEvent(tx, 'charge.dispute.funds_withdrawn', escalated);
  return escalated;
}

const cardDetails = (network = 'unknown', case_type: 'inquiry' | 'chargeback') =>
  ({ card: { brand: network, case_type, network, network_reason_code: '10.4' }, type: 'card' }) as const;

/** Opens a dispute of a whole charge, with the reason `fraudulent`. */
export function openDispute(tx: Transaction, charge: StoredCharge, stage: keyof typeof STAGES): void {
  const { status, isRefundable, answerWithin } = STAGES[stage];
  const network = charge.payment_method_details?.card?.network ?? undefined;
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
      due_by: tx.now + answerWithin,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isRefundable,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: cardDetails(network, stage),
    reason: 'fraudulent',
    status,
  };
  tx.put('disputes', dispute);
  tx.put('charges', { ...charge, disputed: true });
  emitEvent(tx, 'charge.dispute.created', dispute);
}
