import { ApiError } from '../http/api-error.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Call } from '../http/operation.ts';
import type { StoredIntent } from '../store/tables.ts';

/**
 * The intent a call is about. A browser must show the intent's client secret; a server may.
 * @throws ApiError 404 resource_missing, or 403 when the client secret is missing or another's
 */
export function findForCaller(call: Call, clientSecret: string | undefined): StoredIntent {
  const intent = findOrFail(call.books, 'payment_intents', call.id);
  const isServer = call.caller === 'secret' && clientSecret === undefined;
  if (isServer || clientSecret === intent.client_secret) return intent;
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
    param: 'client_secret',
  });
}
