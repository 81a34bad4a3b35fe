import { createHash } from 'node:crypto';
import { isDiskFullError } from '../../document-store/log.ts';
import type { SavedReply } from '../store/tables.ts';
import type { RequestRef, Store, Transaction } from '../store/transactions.ts';
import { ApiError, ParameterError } from './operation.ts';
import { errorReply, type Reply } from './reply.ts';

const RETENTION_SECONDS = 24 * 3600;

/** An idempotency key and the hash of its request. */
interface IdempotentRequest {
  key: string;
  requestHash: string;
}

/** Hashes a request, to distinguish a retry from another request with the same key. */
export function hashRequest(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * Runs a request unless its key was used within a day, and saves the reply, including errors, in the same
 * transaction. Otherwise returns the saved reply with the id of the original request. Replies to invalid
 * parameters or on a full disk are not saved.
 * @throws ApiError 400 idempotency_error if the key was used for another request
 */
export function runIdempotent(
  store: Store,
  request: NonNullable<RequestRef>,
  { key, requestHash }: IdempotentRequest,
  run: (tx: Transaction) => Reply,
): Reply & { originalRequest?: string } {
  const saved = store.transact(request, (tx) => findSavedReply(tx, key, requestHash));
  if (saved) return { status: saved.status, body: saved.body, originalRequest: saved.requestId };

  const save = (tx: Transaction, reply: Reply) =>
    tx.put('replies', { id: key, requestHash, requestId: request.id, ...reply, savedAt: tx.now });
  try {
    return store.transact(request, (tx) => {
      const reply = run(tx);
      save(tx, reply);
      return reply;
    });
  } catch (error) {
    // The error might be short enough to be saved, but must not be: a retry could succeed once there is
    // space.
    if (isDiskFullError(error)) throw error;
    const reply = errorReply(error, 'secret');
    if (!(error instanceof ParameterError)) store.transact(request, (tx) => save(tx, reply));
    return reply;
  }
}

function findSavedReply(tx: Transaction, key: string, requestHash: string): SavedReply | undefined {
  const saved = tx.get('replies', key);
  if (!saved || saved.savedAt < tx.now - RETENTION_SECONDS) return undefined;
  if (saved.requestHash === requestHash) return saved;
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/** Creates the 409 for a key whose first request is still in progress. */
export function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. If you'd like to prevent this conflict, use a different Idempotent Key.`,
  });
}
