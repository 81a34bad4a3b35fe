import { Long } from 'bson';
import { CommandError } from './command-error.ts';
import { encodeBatch } from './wire-protocol.ts';

const FIRST_BATCH_SIZE = 101;
const MAX_BATCH_BYTES = 16_000_000;
const IDLE_LIMIT_MS = 10 * 60_000;

type BatchOptions = { batchSize?: number | undefined; isSingle?: boolean | undefined };

type OpenCursor = { namespace: string; results: Uint8Array[]; sent: number; usedAt: number };

/** Results not fetched yet. A cursor is a snapshot of the matches at the time it was opened. */
export class Cursors {
  readonly #cursors = new Map<number, OpenCursor>();
  #lastId = 0;

  /**
   * Opens a cursor and returns the reply with the first batch of BSON documents. The rest is kept for
   * `getMore` unless `isSingle`.
   */
  open(
    namespace: string,
    results: Uint8Array[],
    { batchSize = FIRST_BATCH_SIZE, isSingle = false }: BatchOptions = {},
  ): Uint8Array {
    const cursor = { namespace, results, sent: 0, usedAt: Date.now() };
    const batch = take(cursor, batchSize);
    const isDone = isSingle || cursor.sent === results.length;
    const id = isDone ? 0 : ++this.#lastId;
    if (!isDone) this.#cursors.set(id, cursor);
    return encodeBatch('firstBatch', batch, { id: Long.fromNumber(id), ns: namespace });
  }

  /**
   * Returns the reply with the next batch.
   * @throws CommandError CursorNotFound
   */
  getMore(id: number, namespace: string, batchSize = Number.POSITIVE_INFINITY): Uint8Array {
    const cursor = this.#cursors.get(id);
    if (cursor?.namespace !== namespace) {
      throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    }
    const batch = take(cursor, batchSize);
    cursor.usedAt = Date.now();
    const isDone = cursor.sent === cursor.results.length;
    if (isDone) this.#cursors.delete(id);
    return encodeBatch('nextBatch', batch, { id: Long.fromNumber(isDone ? 0 : id), ns: namespace });
  }

  /** Closes a cursor. @returns whether it was open */
  kill(id: number): boolean {
    return this.#cursors.delete(id);
  }

  /** Closes cursors that have been idle for ten minutes. `now` is in epoch milliseconds. */
  closeIdle(now: number): void {
    for (const [id, { usedAt }] of this.#cursors) if (usedAt < now - IDLE_LIMIT_MS) this.#cursors.delete(id);
  }
}

function take(cursor: OpenCursor, batchSize: number): Uint8Array[] {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  for (
    let raw = cursor.results[cursor.sent];
    raw && batch.length < batchSize;
    raw = cursor.results[cursor.sent]
  ) {
    if (batch.length > 0 && bytes + raw.length > MAX_BATCH_BYTES) break;
    bytes += raw.length;
    batch.push(raw);
    cursor.sent++;
  }
  return batch;
}
