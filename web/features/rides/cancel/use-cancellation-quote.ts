import { useCallback, useEffect, useRef, useState } from 'react';
import { readRideCancellation } from '#common/rides/cancel-api.ts';
import type { CancellationQuote } from '#common/rides/ride-money-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** Nobody looks at a dialog for longer, and timers do not reach much further. */
const LONGEST_WAIT_MS = 86_400_000;

/** What is known of a ride's cancelling. The last figures stay while they are read again. */
interface KnownQuote {
  quote: CancellationQuote | null;
  /** Why the last reading failed; null unless it did. */
  error: unknown;
}

/**
 * What cancelling a ride comes to, from the server: read when the component appears, when the ride has changed, and when
 * the time in which it is free is over.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may cost something else
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
