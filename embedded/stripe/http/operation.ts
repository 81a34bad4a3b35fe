import type Stripe from 'stripe';
import type { StoredIntent, TableName, Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** One API call, its form already parsed. */
export interface Call {
  tx: Transaction;
  /** The id in the path, or an empty string. */
  id: string;
  /** Parameters of query or body, without `expand`. */
  params: unknown;
  /**
   * By the kind of API key; a publishable key is for browsers, which have to send a client secret as well.
   */
  caller: 'secret' | 'publishable';
}

/**
 * Handles one API call inside a transaction and returns the reply. An ApiError that is thrown rolls the
 * transaction back; one that is returned commits it: a declined card is returned, because the failed attempt
 * is part of the record.
 */
export type Operation = (call: Call) => object | ApiError;

/** The `error` object of an error reply, as it goes over the wire. */
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

/** An error reply: its HTTP status and `error` object. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body;
  }
}

/** A 400 for invalid parameters. Such a reply is not saved under its idempotency key. */
export class ParameterError extends ApiError {
  constructor(message: string, code?: ErrorBody['code'], param?: string) {
    super(400, { type: 'invalid_request_error', message, code, param });
  }
}

function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/**
 * The record with this id.
 * @throws ApiError 404 resource_missing
 */
export function findOrFail<T extends TableName & keyof typeof NOUNS>(
  tx: Transaction,
  table: T,
  id: string,
): Tables[T] {
  const record = tx.get(table, id);
  if (record) return record;
  const { noun, param } = NOUNS[table];
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

const NOUNS = {
  payment_intents: { noun: 'payment_intent', param: 'intent' },
  payment_methods: { noun: 'PaymentMethod', param: 'payment_method' },
  charges: { noun: 'charge', param: 'id' },
  refunds: { noun: 'refund', param: 'id' },
  disputes: { noun: 'dispute', param: 'dispute' },
  sessions: { noun: 'checkout.session', param: 'session' },
  events: { noun: 'event', param: 'id' },
} as const;
