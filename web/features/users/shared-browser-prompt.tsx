import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { ApiError } from '#web/lib/api-error.ts';

/** Returns the server's question if another person is signed in to this browser; null for other errors. */
const questionIn = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'SOMEBODY_SIGNED_IN' ? error.serverMessage : null;

/** The question, and the function that repeats the request with the user's consent. */
interface BesideQuestion {
  text: string;
  agree: () => void;
}

/** Holds the question that the server responded with. */
export function useSharedBrowserPrompt() {
  const [question, setQuestion] = useState<BesideQuestion | null>(null);
  return {
    question,
    /** Shows the question of an error, if it has one. @returns whether it does */
    ask(error: unknown, agree: () => void): boolean {
      const text = questionIn(error);
      setQuestion(text === null ? null : { text, agree });
      return text !== null;
    },
    dismiss: () => setQuestion(null),
  };
}

interface BesidePromptProps {
  question: BesideQuestion;
  isPending: boolean;
  onDismiss: () => void;
}

/** Replaces the form's button with the question whether to sign in beside another person. */
export function SharedBrowserPrompt({ question: { text, agree }, isPending, onDismiss }: BesidePromptProps) {
  const prompt = useRef<HTMLDivElement>(null);
  // The pressed button was removed, and the focus with it.
  useEffect(() => prompt.current?.focus(), []);

  return (
    <div ref={prompt} role="alert" tabIndex={-1} className="grid gap-3 outline-none">
      <p className="font-medium">{text}</p>
      <p className="text-14 text-ink-2">
        You would share this browser. Either of you can act for the other until one signs out.
      </p>
      <Button type="button" size={52} isPending={isPending} pendingLabel="Signing in..." onClick={agree}>
        Sign in anyway
      </Button>
      <Button type="button" variant="quiet" onClick={onDismiss}>
        Not now
      </Button>
    </div>
  );
}
