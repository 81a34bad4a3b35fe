import * as z from 'zod/mini';
import { recordEvent } from '../events/record-event.ts';
import { ApiError } from '../http/api-error.ts';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import type { StoredDispute } from '../store/tables.ts';

/** How the bank decides, by the evidence it is given: the two words that Stripe's test mode knows. */
const OUTCOMES = { winning_evidence: 'won', losing_evidence: 'lost' } as const;

const params = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']) }),
});

/** `POST /v1/disputes/{id}`: hands evidence in, upon which the bank decides at once. */
export const updateDispute: Operation = ({ books, id, params: given }) => {
  const { evidence } = checkParams(params, given);
  const dispute = findOrFail(books, 'disputes', id);
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
  books.put('disputes', closed);
  recordEvent(books, 'charge.dispute.closed', closed);
  return closed;
};
