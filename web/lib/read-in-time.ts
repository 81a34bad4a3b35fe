/**
 * How long each try may take, in milliseconds. Short at first: on a connection that died without a word no answer ever comes, and only the
 * next try gets another one. Long in the end: the connection may just be slow.
 */
const TRIES_MS = [3_000, 10_000, 30_000];

/** Reads from the server, and again when it does not answer in time. Throws what the reading throws, in the end that it was aborted. */
export async function readInTime<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  let late: unknown;
  for (const patienceMs of TRIES_MS) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    try {
      return await read(patience.signal);
    } catch (error) {
      if (!patience.signal.aborted) throw error;
      late = error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw late;
}
