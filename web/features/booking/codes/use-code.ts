import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '#web/components/ui/toast.ts';
import { isRefusal } from '#web/lib/is-refusal.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import type { CodeRefusal } from './code-obstacle.ts';

interface CodeOptions<Applied> {
  /** What stands in the field. */
  code: string;
  onApplied: (applied: Applied) => void;
  /** What is said when the server does not take a code and gives no reason (specification section 8). */
  rejection: Required<CodeRefusal>;
}

interface Code<Applied> {
  input: RefObject<HTMLInputElement | null>;
  /** Why the code that stands in the field is not taken. */
  error: string | undefined;
  /** Asks the server, by a call that throws `ApiError`. A second question while the first is under way is not asked. */
  check: (ask: (signal: AbortSignal) => Promise<Applied>) => Promise<void>;
  isPending: boolean;
  /** Says why a code is not asked about. */
  refuse: (refusal: CodeRefusal) => void;
  /** Says why the server does not take a code, or takes it no longer. */
  reject: (error: unknown) => void;
}

/** A code of the booking form: what the server says to it, and where that is shown. */
export function useCode<Applied>({ code, onApplied, rejection }: CodeOptions<Applied>): Code<Applied> {
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef<AbortController>(null);
  const [refused, setRefused] = useState<{ code: string; message: string } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    // A reply that comes after the form was left belongs to no booking any more.
    return () => controller.abort();
  }, []);

  const say = ({ title, message }: CodeRefusal) => {
    toast.error(title, message);
    setRefused({ code, message: message ?? title });
  };

  const refuse = (refusal: CodeRefusal) => {
    say(refusal);
    input.current?.focus();
  };

  const reject = (error: unknown) => {
    const refusal = isRefusal(error) ? rejection : NOT_CHECKED;
    say({ ...refusal, message: messageOf(error, refusal.message) });
  };

  const { run, isPending } = useInFlight(async (ask: (signal: AbortSignal) => Promise<Applied>) => {
    const signal = leaving.current?.signal;
    if (!signal) return;
    const pressed = document.activeElement;
    try {
      onApplied(await ask(signal));
    } catch (error) {
      if (signal.aborted) return;
      reject(error);
      // Whoever has gone on to another field meanwhile stays there.
      if (document.activeElement === pressed) input.current?.focus();
    }
  });

  return {
    input,
    error: refused?.code === code ? refused.message : undefined,
    check: run,
    isPending,
    refuse,
    reject,
  };
}

/** No rejection: nobody has looked at the code. */
const NOT_CHECKED = {
  title: 'Code not checked',
  message: 'The server could not be reached. Please try again.',
};
