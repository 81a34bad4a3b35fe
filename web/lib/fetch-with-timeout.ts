/**
 * Timeout of each attempt, in milliseconds. Short at first: on a connection that died silently only another
 * attempt gets a new one. Long in the end: the connection may just be slow. Ten seconds in all, as `call` takes.
 */
const TIMEOUTS_MS = [3_000, 7_000];

/**
 * Reads from the server, again when an attempt times out.
 *
 * @throws what `read` throws; the last AbortError once every attempt timed out
 */
export async function fetchWithTimeout<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  let timedOut: unknown;
  for (const timeoutMs of TIMEOUTS_MS) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      return await read(timeout.signal);
    } catch (error) {
      if (!timeout.signal.aborted) throw error;
      timedOut = error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw timedOut;
}
