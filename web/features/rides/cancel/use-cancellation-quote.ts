import { useCallback, useEffect, useRef, useState } from 'react';
import { DAY_MS } from '#common/durations.ts';
import type { CancellationQuote } from '#common/rides/cancel-api.ts';
import { readRideCancellation } from '#common/rides/cancel-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** Limit for the timer below: no dialog stays open for longer, and the maximum delay of timers is limited. */
const LONGEST_WAIT_MS = DAY_MS;

/** The last known quote, which is kept while it is reloaded. */
interface KnownQuote {
  quote: CancellationQuote | null;
  /** Why the last reload failed; null otherwise. */
  error: unknown;
}

/**
 * Loads the cancellation quote of a ride from the server: on mount, when the ride changes, and when free
 * cancellation ends.
 */
export function useCancellationQuote({ id: rideId, version }: { id: string; version: number }) {
  const [known, setKnown] = useState<KnownQuote>({ quote: null, error: null });
  const latest = useRef<object>({});

  const reload = useCallback(async () => {
    const reading = {};
    latest.current = reading;
    const next = await fetchWithTimeout((signal) => call(readRideCancellation, { rideId }, { signal })).then(
      (quote) => ({ quote, error: null }),
      (error: unknown) => ({ error }),
    );
    if (latest.current === reading) setKnown((before) => ({ ...before, ...next }));
  }, [rideId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have another fee
  useEffect(() => {
    void reload();
    return () => {
      latest.current = {};
    };
  }, [reload, version]);

  const freeUntil = known.quote?.freeUntil ?? null;
  useEffect(() => {
    if (freeUntil === null) return;
    const waitMs = Date.parse(freeUntil) - serverNow().getTime();
    if (waitMs > LONGEST_WAIT_MS) return;
    const timer = setTimeout(() => void reload(), Math.max(0, waitMs) + 1_000);
    return () => clearTimeout(timer);
  }, [freeUntil, reload]);

  return { ...known, reload };
}
