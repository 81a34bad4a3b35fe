import { useEffect, useState } from 'react';
import { type PurchaseState, readGiftCardPurchase } from '#common/gift-cards/gift-card-purchases-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Polls the purchase of a checkout session. `progress` is null until known; `askAgain` restarts polling. */
export function usePurchaseProgress(sessionId: string) {
  const [progress, setProgress] = useState<PurchaseProgress | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt polls again
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

/**
 * The state of a purchase as its buyer sees it. `late`: polling stopped before it settled; `unknown`: no such
 * purchase.
 */
type PurchaseProgress =
  | { step: PurchaseState['state'] | 'late'; purchase: PurchaseState }
  | { step: 'unknown' }
  | { step: 'failed'; message: string };

/** Pauses between polls, in milliseconds: 53 seconds in all. */
export const PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000] as const;

interface Following {
  /** @throws ApiError */
  ask: () => Promise<PurchaseState>;
  pause: (ms: number) => Promise<void>;
}

const failure = (error: unknown): PurchaseProgress =>
  error instanceof ApiError && error.status === 404
    ? { step: 'unknown' }
    : { step: 'failed', message: messageOf(error) };

/**
 * Polls a purchase until it is settled, with growing pauses, and stops after the last one: payment and email
 * normally take seconds, and the buyer can restart polling.
 */
export async function* followPurchase({ ask, pause }: Following): AsyncGenerator<PurchaseProgress> {
  try {
    for (const ms of PAUSES_MS) {
      const purchase = await ask();
      yield { step: purchase.state, purchase };
      if (purchase.state !== 'processing') return;
      await pause(ms);
    }
    const purchase = await ask();
    yield { step: purchase.state === 'processing' ? 'late' : purchase.state, purchase };
  } catch (error) {
    yield failure(error);
  }
}
