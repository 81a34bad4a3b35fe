import { useEffect, useState } from 'react';
import { type ConnectionState, useConnectionStore } from '#web/lib/connection-store.ts';

/** A connection that comes back within this time is not worth a word, in milliseconds. */
const BLIP_MS = 1_500;

interface LiveConnection extends ConnectionState {
  isLive: boolean;
  /** Not live for longer than a blip, so that what is shown may be old. */
  isDown: boolean;
}

/** The state of the live connection. */
export function useConnection(): LiveConnection {
  const { state, since } = useConnectionStore();
  const isLive = state === 'live';
  const [isDown, setIsDown] = useState(false);
  if (isLive && isDown) setIsDown(false);

  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setIsDown(true), BLIP_MS);
    return () => clearTimeout(timer);
  }, [isLive]);

  return { state, since, isLive, isDown };
}
