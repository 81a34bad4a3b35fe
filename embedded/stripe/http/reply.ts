import { presentIntent } from '../payments/stored-intent.ts';
import type { Transaction } from '../store/transactions.ts';
import { ApiError, type Call, ParameterError } from './operation.ts';

/** An HTTP status and a JSON body. */
export interface Reply {
  status: number;
  body: object;
}

/** Converts a thrown error into a reply. Anything but an ApiError is logged and becomes a 500. */
export function errorReply(error: unknown, caller: Call['caller']): Reply {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return errorReply(
      new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' }),
      caller,
    );
  }
  const { payment_intent: intent, ...rest } = error.body;
  const body = intent ? { ...rest, payment_intent: presentIntent(caller, intent) } : rest;
  return { status: error.status, body: { error: body } };
}

/**
 * Returns a copy of a reply in which the ids at these paths (`latest_charge`,
 * `data.payment_intent.latest_charge`) are replaced with their objects.
 * @throws ParameterError for a path that cannot be expanded
 */
export function expand(tx: Transaction, reply: object, paths: string[]): object {
  return paths.reduce((expanded, path) => expandPath(tx, expanded, path.split('.'), path), reply);
}

function expandPath(tx: Transaction, object: object, [field = '', ...rest]: string[], path: string): object {
  const value: unknown = Reflect.get(object, field);
  if (field === 'data' && Array.isArray(value) && rest.length > 0) {
    return { ...object, data: value.map((item) => expandPath(tx, item, rest, path)) };
  }
  if (!isExpandable(field) || value === undefined) {
    throw new ParameterError(`This property cannot be expanded (${path}).`, undefined, 'expand');
  }
  if (value === null) return object;
  const found = typeof value === 'string' ? tx.get(TABLES[field], value) : value;
  if (typeof found !== 'object' || found === null) throw new Error(`${path}: ${value} is not stored`);
  return { ...object, [field]: rest.length > 0 ? expandPath(tx, found, rest, path) : found };
}

const TABLES = {
  latest_charge: 'charges',
  charge: 'charges',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
} as const;

const isExpandable = (field: string): field is keyof typeof TABLES => Object.hasOwn(TABLES, field);
