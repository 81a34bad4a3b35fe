import { useEffect, useState } from 'react';
import { type ConnectionState, useConnectionStore } from '#web/lib/connection-store.ts';

/** A connection that comes back within this time is not worth a word, in milliseconds. */
const BLIP_MS = 1_500;

interface Connection extends ConnectionState {
  isLive: boolean;
  /** Down for longer than a blip, so that what is shown may be old. */
  isDown: boolean;
  /** Whether there is something to say: not while a page that just opened connects for the first time. */
  isKnown: boolean;
}

/** The state of the live connection, without the flicker of a page that just opened or a blip. */
export function useConnection(): Connection {
  const { state, since } = useConnectionStore();
  const isLive = state === 'live';
  const [hasBeenLive, setHasBeenLive] = useState(isLive);
  const [isDown, setIsDown] = useState(false);

  if (isLive && !hasBeenLive) setHasBeenLive(true);
  if (isLive && isDown) setIsDown(false);

  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setIsDown(true), BLIP_MS);
    return () => clearTimeout(timer);
  }, [isLive]);

  return { state, since, isLive, isDown, isKnown: isLive || isDown || hasBeenLive };
}
