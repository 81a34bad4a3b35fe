import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTimeWithZone } from '#common/time.ts';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { useIsPressed } from '#web/lib/use-is-pressed.ts';
import type { ListPhase } from '#web/lib/versioned.ts';
import { LiveMark } from './ui/live-mark.tsx';
import { RouteLine } from './ui/route-line.tsx';

interface ListStatusProps {
  phase: ListPhase;
  /** When the server last sent something of the list. */
  asOf: Date | null;
}

/** The line under a list's headline: loading, live, or how stale; nothing when it failed, for the list says so itself. */
export function ListStatus({ phase, asOf }: ListStatusProps) {
  const { state, since } = useConnectionStore();
  const shownFrom = useShownFrom(asOf);

  if (phase === 'failed') return null;
  if (phase === 'ready') return <LiveMark state={state} since={since} shownFrom={shownFrom} />;
  return (
    <p role="status" className="flex items-center gap-4 text-14 text-ink-2">
      <RouteLine start="none" end="none" isMoving className="w-13" />
      Loading rides...
    </p>
  );
}

interface StaleBannerProps {
  /** What is stale: `Requests`, `Rides`. */
  what: string;
  /** When the server last sent something of the list. */
  asOf: Date;
  /** What has to wait until then, in a sentence. */
  waits?: string;
}

/** While the connection is down: from when the list below is. */
export function StaleBanner({ what, asOf, waits }: StaleBannerProps) {
  const from = useShownFrom(asOf);
  if (!from) return null;

  return (
    <p className="mb-4 flex min-h-11 items-center gap-3 rounded-field bg-sunken px-4 text-14">
      <WifiOff aria-hidden size={18} className="shrink-0 text-warn" />
      {what} below are from {formatTimeWithZone(from)}.{waits && ` ${waits}`}
    </p>
  );
}

/**
 * From when a stale list is: until the connection broke every change arrived, and a snapshot may have come since.
 * Null while it is not stale, or there is nothing to see. `asOf` is when the server last sent something of it.
 */
function useShownFrom(asOf: Date | null): Date | null {
  const { isDown, since } = useOutage();
  if (!isDown || !asOf) return null;
  return asOf > since ? asOf : since;
}

/** A connection that comes back within this time is not mentioned, in milliseconds. */
const BLIP_MS = 1_500;

/**
 * Whether the connection has been down for longer than a blip, and since when it is in its state. One that comes back while
 * something is pressed is told of after it: what says so goes away, and rows would move from under the press.
 */
export function useOutage(): { isDown: boolean; since: Date } {
  const { state, since } = useConnectionStore();
  const isLive = state === 'live';
  const [isDown, setIsDown] = useState(false);
  const isPressed = useIsPressed(isDown);
  if (isLive && isDown && !isPressed) setIsDown(false);

  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setIsDown(true), BLIP_MS);
    return () => clearTimeout(timer);
  }, [isLive]);

  return { isDown, since };
}
