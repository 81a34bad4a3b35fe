/**
 * The timeout of each attempt, in milliseconds. The first is short, because a retry is the only way to
 * replace a dead connection; the second is long, because the connection may just be slow. Ten seconds in
 * total, like `call`.
 */
export const FIRST_TIMEOUT_MS = 3_000;
const SECOND_TIMEOUT_MS = 7_000;
/** A first attempt with less time than this is left out. */
const SHORTEST_MS = 500;

/**
 * Reads from the server, and retries once after a timeout.
 *
 * @throws what `read` throws; the last AbortError when every attempt timed out
 */
export async function fetchWithTimeout<T>(
  read: (signal: AbortSignal) => Promise<T>,
  timeoutsMs: readonly number[] = [FIRST_TIMEOUT_MS, SECOND_TIMEOUT_MS],
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
 * the socket is not connected, refuses, or does not answer in time; the first attempt then takes what is left
 * of its time.
 *
 * @param answer undefined while the socket is not connected; rejects after `FIRST_TIMEOUT_MS`
 * @throws what `read` throws; an AbortError on a timeout
 */
export async function readBySocket<T>(
  answer: Promise<T> | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!answer) return fetchWithTimeout(read);
  const beganAt = performance.now();
  try {
    return await answer;
  } catch {
    const leftMs = FIRST_TIMEOUT_MS - (performance.now() - beganAt);
    return fetchWithTimeout(read, [...(leftMs > SHORTEST_MS ? [leftMs] : []), SECOND_TIMEOUT_MS]);
  }
}
