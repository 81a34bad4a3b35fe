import { useRef, useState } from 'react';

/**
 * Guards an action against a second click: while it runs, further calls do nothing. A ref decides, since
 * state shows one render later and two clicks can come before that.
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
