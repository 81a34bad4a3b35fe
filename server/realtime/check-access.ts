import { logger } from '../infra/logger.ts';
import { singleFlight } from '../infra/share-reads.ts';

/**
 * Interval of the checks. If a published message is lost and not relayed, revoked access stays effective for
 * at most this long.
 */
const CHECK_MS = 60_000;
const RETRY_MS = 1_000;

/** The periodic access checks of a node. */
interface AccessChecks {
  /** Runs the checks now; if they are already running, once more after that. */
  checkNow(): void;
  /** Stops further checks. */
  close(): void;
}

/**
 * Repeats these checks together every minute, or a second after one of them failed. At most one run is in
 * progress and one waits, however often `checkNow` is called, so that runs do not pile up while a database is
 * unavailable.
 */
export function repeatAccessChecks(checks: readonly (() => Promise<void>)[]): AccessChecks {
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = singleFlight(async () => {
    if (isClosed) return;
    clearTimeout(timer);
    const outcomes = await Promise.allSettled(checks.map((check) => check()));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) logger.warn({ error: failed.reason }, 'access check failed, will retry');
    checkIn(failed ? RETRY_MS : CHECK_MS);
  });
  const checkNow = () => void run();
  const checkIn = (waitMs: number) => {
    if (!isClosed) timer = setTimeout(checkNow, waitMs).unref();
  };

  checkIn(CHECK_MS);
  return {
    checkNow,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
