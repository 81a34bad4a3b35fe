/**
 * The timeout of each attempt, in milliseconds. The first is short, because a retry is the only way to
 * replace a dead connection; the second is long, because the connection may just be slow. Ten seconds in
 * total, like `call`.
 */
const TIMEOUTS_MS = [3_000, 7_000];

/**
 * Reads from the server, and retries once after a timeout.
 *
 * @throws what `read` throws; the last AbortError when every attempt timed out
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
