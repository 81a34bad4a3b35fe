import { MINUTE_MS } from '#common/durations.ts';
import { noAnswerMessage } from '#common/no-answer.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { randomKey } from '#web/lib/idempotency-keys.ts';

/** Idempotency keys of requests without an answer and when they were last sent, by content. */
const unanswered = new Map<string, { key: string; atMs: number }>();

/** How long the same content counts as a repeat, in milliseconds. Later it is meant to be done again. */
const REPEAT_MS = 15 * MINUTE_MS;

function dropOldKeys(): void {
  const sinceMs = Date.now() - REPEAT_MS;
  for (const [id, { atMs }] of unanswered) if (atMs < sinceMs) unanswered.delete(id);
}

/**
 * Sends a staff member's request with an idempotency key. Until it succeeds or conflicts, for a quarter of an
 * hour the same content gets the same key, also after its form was closed and filled in again, so that it has
 * no second effect.
 *
 * @throws ApiError of `send`; a broken connection as `NO_ANSWER`, unless the browser is offline
 */
export async function sendOnce<Reply>(
  content: object,
  send: (idempotencyKey: string) => Promise<Reply>,
): Promise<Reply> {
  dropOldKeys();
  const id = JSON.stringify(content);
  const key = unanswered.get(id)?.key ?? randomKey();
  unanswered.set(id, { key, atMs: Date.now() });
  const isOnline = globalThis.navigator?.onLine !== false;
  try {
    const reply = await send(key);
    unanswered.delete(id);
    return reply;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Only a conflict is a final answer: after an expired session, an earlier request may have worked.
    if (error.status === 409) unanswered.delete(id);
    if (error.status > 0 || error.code || !isOnline) throw error;
    const message = noAnswerMessage({ method: 'POST' }, true);
    throw new ApiError({
      status: 0,
      text: message,
      body: { code: 'NO_ANSWER', message },
      cause: error,
    });
  }
}
