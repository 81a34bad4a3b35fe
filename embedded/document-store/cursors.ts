import { Long } from 'bson';
import { CommandError } from './command-error.ts';
import { encodeBatch } from './wire.ts';

const FIRST_BATCH = 101;
const BATCH_BYTES = 16_000_000;
const IDLE_MS = 10 * 60_000;

type OpenCursor = { namespace: string; results: Uint8Array[]; sent: number; usedAt: number };

/** The results that clients have not fetched yet. A cursor shows what matched when it was opened. */
export class Cursors {
  readonly #open = new Map<number, OpenCursor>();
  #lastId = 0;

  /** The reply with the first batch; the rest waits for `getMore` unless `isSingle`. */
  begin(namespace: string, results: Uint8Array[], batchSize = FIRST_BATCH, isSingle = false): Uint8Array {
    const cursor = { namespace, results, sent: 0, usedAt: Date.now() };
    const batch = take(cursor, batchSize);
    const isDone = isSingle || cursor.sent === results.length;
    const id = isDone ? 0 : ++this.#lastId;
    if (!isDone) this.#open.set(id, cursor);
    return encodeBatch('firstBatch', batch, { id: Long.fromNumber(id), ns: namespace });
  }

  /** The reply with the next batch. @throws CommandError CursorNotFound */
  next(id: number, namespace: string, batchSize = Number.POSITIVE_INFINITY): Uint8Array {
    const cursor = this.#open.get(id);
    if (cursor?.namespace !== namespace) {
      throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    }
    const batch = take(cursor, batchSize);
    cursor.usedAt = Date.now();
    const isDone = cursor.sent === cursor.results.length;
    if (isDone) this.#open.delete(id);
    return encodeBatch('nextBatch', batch, { id: Long.fromNumber(isDone ? 0 : id), ns: namespace });
  }

  /** True if the cursor was open. */
  kill(id: number): boolean {
    return this.#open.delete(id);
  }

  /** Forgets cursors nobody has asked for in ten minutes. `now` in epoch milliseconds. */
  sweep(now: number): void {
    for (const [id, { usedAt }] of this.#open) if (usedAt < now - IDLE_MS) this.#open.delete(id);
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
    if (batch.length > 0 && bytes + raw.length > BATCH_BYTES) break;
    bytes += raw.length;
    batch.push(raw);
    cursor.sent++;
  }
  return batch;
}
