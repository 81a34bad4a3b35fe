import type Stripe from 'stripe';
import type { StoredIntent, TableName, Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** An API call with its form parsed. */
export interface Call {
  tx: Transaction;
  /** The id in the path; empty if there is none. */
  id: string;
  /** Parameters of the query or body, without `expand`. */
  params: unknown;
  /** The kind of the API key. Publishable keys are for browsers, which also need a client secret. */
  caller: 'secret' | 'publishable';
}

/**
 * Handles one API call inside a transaction and returns the reply. A thrown ApiError rolls the transaction
 * back. A returned ApiError commits it, for example for a declined card, whose failed attempt must be stored.
 */
export type Operation = (call: Call) => object | ApiError;

/** The `error` object of an error reply on the wire. */
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
 * Returns the record with this id.
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

/**
 * Returns a page of a list: up to `limit` records (default 10, at most 100) after the record
 * `starting_after`.
 * @param all Newest first.
 * @throws ParameterError if the limit is out of range or the cursor is not in the list
 */
export function listPage(url: string, all: { id: string }[], { limit = 10, starting_after }: ListQuery) {
  if (limit < 1 || limit > 100) {
    throw new ParameterError(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      'parameter_invalid_integer',
      'limit',
    );
  }
  const start = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  if (starting_after && start === 0) {
    throw new ParameterError(`No such object: '${starting_after}'`, 'resource_missing', 'starting_after');
  }
  return {
    object: 'list',
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
    url,
  };
}

interface ListQuery {
  limit?: number;
  starting_after?: string;
}

const NOUNS = {
  payment_intents: { noun: 'payment_intent', param: 'intent' },
  payment_methods: { noun: 'PaymentMethod', param: 'payment_method' },
  confirmation_tokens: { noun: 'confirmation_token', param: 'confirmation_token' },
  charges: { noun: 'charge', param: 'id' },
  refunds: { noun: 'refund', param: 'id' },
  disputes: { noun: 'dispute', param: 'dispute' },
  sessions: { noun: 'checkout.session', param: 'session' },
  events: { noun: 'event', param: 'id' },
} as const;
