/** How long a booking must stay as it is before anything is asked about it, in milliseconds. */
export const SETTLE_MS = 400;

interface Asking<Answer> {
  ask: (signal: AbortSignal) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onFailure: (error: unknown) => void;
}

/**
 * Asks once things have settled. The function returned takes the question back: it is not asked any more, and an answer that is
 * on its way is not heard.
 */
export function askLater<Answer>({ ask, onAnswer, onFailure }: Asking<Answer>): () => void {
  const takenBack = new AbortController();
  const { signal } = takenBack;
  const timer = setTimeout(() => {
    ask(signal).then(
      (answer) => signal.aborted || onAnswer(answer),
      (error) => signal.aborted || onFailure(error),
    );
  }, SETTLE_MS);

  return () => {
    clearTimeout(timer);
    takenBack.abort();
  };
}
