import { useRef, useState } from 'react';

/**
 * Prevents concurrent runs of an action: while it runs, further calls do nothing. A ref decides, since state
 * updates only with the next render, and a second click can come before that.
 */
export function useInFlight<Args extends unknown[]>(action: (...args: Args) => Promise<void>) {
  const isRunning = useRef(false);
  const [isPending, setIsPending] = useState(false);

  const run = async (...args: Args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    try {
      await action(...args);
    } finally {
      isRunning.current = false;
      setIsPending(false);
    }
  };

  return { run, isPending };
}
