import { createHash } from 'node:crypto';
import type { Books, RequestMark, Store } from '../store/store.ts';
import type { SavedReply } from '../store/tables.ts';
import { ApiError, ParameterError } from './api-error.ts';
import { type Reply, refusalReply } from './reply.ts';

const KEPT_SECONDS = 24 * 3600;

/** A request that is to take effect once: its key, and a hash that only an equal request has. */
export interface OnceRequest {
  key: string;
  requestHash: string;
}

/** A hash that two requests share only when they ask for the same. */
export function hashRequest(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * Runs what a key was not used for within a day, and keeps the reply, refusals too, together with what was written;
 * else gives the reply kept, with the id of the request that earned it. Wrong parameters are not kept.
 * @throws ApiError 400 idempotency_error when the key was used for another request
 */
export function runOnce(
  store: Store,
  mark: NonNullable<RequestMark>,
  { key, requestHash }: OnceRequest,
  run: (books: Books) => Reply,
): Reply & { originalRequest?: string } {
  const saved = store.transact(mark, (books) => findSavedReply(books, key, requestHash));
  if (saved) return { status: saved.status, body: saved.body, originalRequest: saved.requestId };

  const save = (books: Books, reply: Reply) =>
    books.put('replies', { id: key, requestHash, requestId: mark.id, ...reply, savedAt: books.now });
  try {
    return store.transact(mark, (books) => {
      const reply = run(books);
      save(books, reply);
      return reply;
    });
  } catch (error) {
    const reply = refusalReply(error, 'secret');
    if (!(error instanceof ParameterError)) store.transact(mark, (books) => save(books, reply));
    return reply;
  }
}

function findSavedReply(books: Books, key: string, requestHash: string): SavedReply | undefined {
  const saved = books.get('replies', key);
  if (!saved || saved.savedAt < books.now - KEPT_SECONDS) return undefined;
  if (saved.requestHash === requestHash) return saved;
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/** The refusal of a request whose key is in use by one that is not answered yet. */
export function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. If you'd like to prevent this conflict, use a different Idempotent Key.`,
  });
}
