import { ApiError } from '../http/api-error.ts';
import type { StoredIntent } from '../store/tables.ts';

/** The refusal of something that an intent's status does not allow; it carries the intent. */
export function unexpectedState(intent: StoredIntent, message: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}
