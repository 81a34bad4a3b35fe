import { logger } from '../infra/logger.ts';
import { singleFlight } from './share-reads.ts';

/** So long at most somebody is told of what they may not see any more, where no announcement came and no worker relays it. */
const CHECK_MS = 60_000;
const RETRY_MS = 1_000;

/** The access checks of a node. */
export interface AccessChecks {
  /** Checks what has changed until now: where a check is running already, another follows it. */
  checkNow(): void;
  /** Begins no further check. */
  close(): void;
}

/**
 * Repeats these checks together every minute, and a second after one of them failed. However often that is, and whatever asks besides,
 * one run is under way at a time, and one waits: while a database is away they do not multiply.
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
