/** The delay before the second attempt, in milliseconds. It doubles with each failure, up to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** Retries `attempt` with exponential backoff until it resolves or `signal` aborts. */
export function retryWithBackoff(attempt: () => Promise<unknown>, signal?: AbortSignal): void {
  const run = (waitMs: number) => {
    attempt().catch(() => {
      if (signal?.aborted) return;
      const timer = setTimeout(() => run(Math.min(waitMs * 2, LONGEST_WAIT_MS)), waitMs);
      signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  };
  run(FIRST_WAIT_MS);
}
