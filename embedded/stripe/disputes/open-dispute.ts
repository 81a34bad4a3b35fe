import { recordEvent } from '../events/record-event.ts';
import { newId } from '../store/new-id.ts';
import type { Books } from '../store/store.ts';
import type { StoredCharge, StoredDispute } from '../store/tables.ts';

/** How long evidence can be handed in, in seconds. */
const ANSWER_WITHIN = 7 * 24 * 3600;

/** A card's bank takes the whole of a charge back: its holder says it was fraud. */
export function openDispute(books: Books, charge: StoredCharge): void {
  const network = charge.payment_method_details?.card?.network ?? 'unknown';
  const dispute: StoredDispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: books.now,
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
      due_by: books.now + ANSWER_WITHIN,
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
  books.put('disputes', dispute);
  books.put('charges', { ...charge, disputed: true });
  recordEvent(books, 'charge.dispute.created', dispute);
}
