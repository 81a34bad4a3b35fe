import { useEffect, useState } from 'react';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { quoteEdit } from '../api/edit-actions.ts';

/** What an edit comes to: asked of the server a moment after what is typed has stopped changing. */
export type EditCost =
  | { phase: 'loading'; quote: EditQuote | null }
  | { phase: 'ready'; quote: EditQuote }
  | { phase: 'refused'; quote: null; reason: string };

const TYPING_MS = 300;

/**
 * @param changes null while what is typed cannot be sent
 * @param version of the ride on screen: a newer one is asked about again
 */
export function useEditQuote(rideId: string, changes: EditChanges | null, version: number): EditCost {
  const [cost, setCost] = useState<EditCost>({ phase: 'loading', quote: null });
  const asked = JSON.stringify(changes);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version of the ride is another question
  useEffect(() => {
    if (asked === 'null') return;
    const abort = new AbortController();
    setCost(({ quote }) => ({ phase: 'loading', quote }));
    const timer = setTimeout(() => {
      quoteEdit(rideId, JSON.parse(asked), abort.signal).then(
        (quote) => setCost({ phase: 'ready', quote }),
        (error: unknown) => {
          if (abort.signal.aborted) return;
          const reason = messageOf(error, 'The server didn’t answer. Please try again.');
          setCost({ phase: 'refused', quote: null, reason });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [rideId, asked, version]);

  return cost;
}
