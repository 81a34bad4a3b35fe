import { useEffect, useState } from 'react';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { messageOf } from '#web/lib/message-of.ts';

/** The loading state of the offers. */
export type PromoOffers =
  | { phase: 'loading' }
  | { phase: 'loaded'; offers: readonly PromoOffer[] }
  | { phase: 'failed'; message: string };

/** Loads a separate chunk, since the first paint does not need the offers. */
const loadLazily = async (signal: AbortSignal) => {
  const { loadOffers } = await import('./load-offers.ts');
  return loadOffers(signal);
};

/** Loads GET /api/promos when the component mounts; `retry` loads it again. */
export function usePromoOffers(): { state: PromoOffers; retry: () => void } {
  const [state, setState] = useState<PromoOffers>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    loadLazily(signal).then(
      (offers) => setState({ phase: 'loaded', offers }),
      (error) => {
        if (signal.aborted) return;
        setState({ phase: 'failed', message: messageOf(error) });
      },
    );
    return () => leaving.abort();
  }, [attempt]);

  const retry = () => {
    setState({ phase: 'loading' });
    setAttempt((known) => known + 1);
  };
  return { state, retry };
}
