/** Before the second try, in milliseconds; twice as long each time after that, up to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** Tries until it succeeds or the signal ends it, with waits between that grow. */
export function keepTrying(attempt: () => Promise<unknown>, signal?: AbortSignal): void {
  const tryNow = (waitMs: number) => {
    attempt().catch(() => {
      if (signal?.aborted) return;
      const timer = setTimeout(() => tryNow(Math.min(waitMs * 2, LONGEST_WAIT_MS)), waitMs);
      signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  };
  tryNow(FIRST_WAIT_MS);
}
