import type Stripe from 'stripe';
import type { StoredIntent } from '../store/tables.ts';

/** The `error` object of a refused request, in Stripe's wire form. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: Stripe.PaymentIntent.LastPaymentError.Code;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: StoredIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** A refusal: the HTTP status and the error object it is answered with. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body;
  }
}

/** A refusal of the parameters before anything was tried; such a reply is not kept under its idempotency key. */
export class ParameterError extends ApiError {
  constructor(message: string, code?: ErrorBody['code'], param?: string) {
    super(400, { type: 'invalid_request_error', message, code, param });
  }
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}
