import { useEffect, useState } from 'react';
import { readGiftCardPurchase } from '#common/gift-cards/gift-cards-api.ts';
import { call } from '#web/lib/call.ts';
import { followPurchase, type PurchaseProgress } from './follow-purchase.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How far the purchase of a checkout session is; null until that is known. `askAgain` follows it anew. */
export function usePurchaseProgress(sessionId: string) {
  const [progress, setProgress] = useState<PurchaseProgress | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const follow = async () => {
      const ask = () => call(readGiftCardPurchase, { sessionId }, { signal });
      for await (const next of followPurchase({ ask, pause })) {
        if (signal.aborted) return;
        setProgress(next);
      }
    };
    void follow();
    return () => leaving.abort();
  }, [sessionId, attempt]);

  const askAgain = () => {
    setProgress(null);
    setAttempt((known) => known + 1);
  };
  return { progress, askAgain };
}
