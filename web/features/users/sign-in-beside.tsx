import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { ApiError } from '#web/lib/api-error.ts';

/** The server's question to somebody who signs in beside another person of this browser; null where an error is none. */
const questionIn = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'SOMEBODY_SIGNED_IN' ? error.serverMessage : null;

/** What is asked, and what is sent again once it is agreed to. */
export interface BesideQuestion {
  text: string;
  agree: () => void;
}

/** Keeps the question that a refusal was about. */
export function useBesideQuestion() {
  const [question, setQuestion] = useState<BesideQuestion | null>(null);
  return {
    question,
    /** @returns whether the error was a question, which is asked now */
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

/** Asks whether somebody wants to be signed in beside another person, in place of the form's button. */
export function BesidePrompt({ question: { text, agree }, isPending, onDismiss }: BesidePromptProps) {
  const prompt = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and with it the place of the keyboard.
  useEffect(() => prompt.current?.focus(), []);

  return (
    <div ref={prompt} role="alert" tabIndex={-1} className="grid gap-3 outline-none">
      <p className="font-medium">{text}</p>
      <p className="text-14 text-ink-2">
        You would share this browser: either of you can act for the other until one signs out.
      </p>
      <Button type="button" size={52} isPending={isPending} pendingLabel="Signing in..." onClick={agree}>
        Sign in beside
      </Button>
      <Button type="button" variant="quiet" onClick={onDismiss}>
        Not now
      </Button>
    </div>
  );
}
