import { useCallback, useEffect, useState } from 'react';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { draftErrors } from './edit-draft.ts';

/** What an edit comes to: asked of the server a moment after what is typed has stopped changing. */
export type EditCost =
  | { phase: 'loading'; quote: EditQuote | null }
  | { phase: 'ready'; quote: EditQuote }
  /** `errors`: the fields at fault, where it is theirs. `isFinal`: the same would be refused again. */
  | { phase: 'refused'; quote: null; reason: string; errors: FieldErrors; isFinal: boolean };

const TYPING_MS = 300;

/** Asks the server. @throws ApiError */
export type AskQuote = (rideId: string, changes: EditChanges, signal: AbortSignal) => Promise<EditQuote>;

interface Question {
  rideId: string;
  /** Null while what is typed cannot be sent. */
  changes: EditChanges | null;
  /** Of the ride on screen: a newer one is asked about again. */
  version: number;
  ask: AskQuote;
}

/**
 * Asks what an edit comes to.
 *
 * @returns where that stands, and `reload`, which asks the same again
 */
export function useEditQuote({ rideId, changes, version, ask }: Question) {
  const [cost, setCost] = useState<EditCost>({ phase: 'loading', quote: null });
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(changes);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version of the ride is another question, and so is another attempt
  useEffect(() => {
    if (asked === 'null') return;
    const abort = new AbortController();
    setCost(({ quote }) => ({ phase: 'loading', quote }));
    const timer = setTimeout(() => {
      ask(rideId, JSON.parse(asked), abort.signal).then(
        (quote) => setCost({ phase: 'ready', quote }),
        (error: unknown) => !abort.signal.aborted && setCost(refusalOf(error)),
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [rideId, asked, version, ask, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  return { cost, reload };
}

const refusalOf = (error: unknown): EditCost => ({
  phase: 'refused',
  quote: null,
  reason: messageOf(error, 'The server didn’t answer. Please try again.'),
  errors: draftErrors(error instanceof ApiError ? error.issues : []),
  isFinal: isClientError(error),
});
