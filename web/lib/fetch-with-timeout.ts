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
export async function fetchWithTimeout<T>(
  read: (signal: AbortSignal) => Promise<T>,
  timeoutsMs: readonly number[] = TIMEOUTS_MS,
): Promise<T> {
  let timedOut: unknown;
  for (const timeoutMs of timeoutsMs) {
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

/**
 * Returns what the socket answers, which costs the servers less than a request by REST. Reads by REST when
 * the socket is not connected, refuses, or does not answer in time.
 *
 * @param answer undefined while the socket is not connected
 * @throws what `read` throws; an AbortError on a timeout
 */
export async function readBySocket<T>(
  answer: Promise<T> | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!answer) return fetchWithTimeout(read);
  try {
    return await answer;
  } catch {
    return fetchWithTimeout(read, TIMEOUTS_MS.slice(1));
  }
}
