import { useCallback, useEffect, useState } from 'react';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { draftErrors } from './edit-draft.ts';

/** The state of an edit's quote. */
type EditCost =
  | { phase: 'loading'; quote: EditQuote | null }
  | { phase: 'ready'; quote: EditQuote }
  /** `errors`: errors by field, if fields are the cause. `isFinal`: a retry would be refused, too. */
  | { phase: 'refused'; quote: null; reason: string; errors: FieldErrors; isFinal: boolean };

const TYPING_MS = 300;

/** Requests a quote from the server. @throws ApiError */
export type FetchEditQuote = (
  rideId: string,
  changes: EditChanges,
  signal: AbortSignal,
) => Promise<EditQuote>;

interface Question {
  rideId: string;
  /** Null while the input is invalid. */
  changes: EditChanges | null;
  /** Version of the ride on screen. A newer version triggers a new quote. */
  version: number;
  ask: FetchEditQuote;
}

/**
 * Quotes an edit, debounced.
 *
 * @returns the state of the quote, and `reload`, which requests it again
 */
export function useEditQuote({ rideId, changes, version, ask }: Question) {
  const [cost, setCost] = useState<EditCost>({ phase: 'loading', quote: null });
  const [attempt, setAttempt] = useState(0);
  const changesKey = JSON.stringify(changes);

  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs for a new version or attempt
  useEffect(() => {
    if (changesKey === 'null') return;
    const abort = new AbortController();
    setCost(({ quote }) => ({ phase: 'loading', quote }));
    const timer = setTimeout(() => {
      ask(rideId, JSON.parse(changesKey), abort.signal).then(
        (quote) => setCost({ phase: 'ready', quote }),
        (error: unknown) => !abort.signal.aborted && setCost(refusalOf(error)),
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [rideId, changesKey, version, ask, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  return { cost, reload };
}

const refusalOf = (error: unknown): EditCost => ({
  phase: 'refused',
  quote: null,
  reason: messageOf(error, NO_ANSWER_RETRY),
  errors: draftErrors(error instanceof ApiError ? error.issues : []),
  isFinal: isClientError(error),
});
