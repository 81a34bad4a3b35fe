import { presentIntent } from '../payment-intents/present-intent.ts';
import { ApiError } from './api-error.ts';
import type { Call } from './operation.ts';

/** What goes over the wire: an HTTP status and a JSON body. */
export interface Reply {
  status: number;
  body: object;
}

/** The reply to a refused request; an error that is no refusal is a fault of the simulator and becomes a plain 500. */
export function refusalReply(error: unknown, caller: Call['caller']): Reply {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return refusalReply(
      new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' }),
      caller,
    );
  }
  const { payment_intent: intent, ...rest } = error.body;
  const body = intent ? { ...rest, payment_intent: presentIntent(caller, intent) } : rest;
  return { status: error.status, body: { error: body } };
}
