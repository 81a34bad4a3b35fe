import { useEffect, useState } from 'react';
import type { PromoOffer } from '#common/promos/promos-api.ts';
import { messageOf } from '#web/lib/message-of.ts';

/** The offers as far as they are known. */
export type PromoOffers =
  | { phase: 'loading' }
  | { phase: 'loaded'; offers: readonly PromoOffer[] }
  | { phase: 'failed'; message: string };

/** A chunk of its own, since no first paint needs the offers. */
const ask = async (signal: AbortSignal) => {
  const { loadOffers } = await import('./load-offers.ts');
  return loadOffers(signal);
};

/** GET /api/promos, once for each visit of the page; `retry` asks again. */
export function usePromoOffers(): { state: PromoOffers; retry: () => void } {
  const [state, setState] = useState<PromoOffers>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    ask(signal).then(
      (offers) => setState({ phase: 'loaded', offers }),
      (error) => {
        if (signal.aborted) return;
        setState({ phase: 'failed', message: messageOf(error, 'The server did not answer.') });
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
