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
  /** When the server last sent data of the list. */
  asOf: Date | null;
}

/**
 * The line below a list's headline: loading, live, or how stale the list is. Nothing after a failed load,
 * which the list reports itself.
 */
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
  /** The stale items: `Requests`, `Rides`. */
  what: string;
  /** When the server last sent data of the list. */
  asOf: Date;
  /** A sentence that says what must wait for the connection. */
  waits?: string;
}

/** Shown while the connection is down: the time of the data in the list below. */
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
 * Returns the time of a stale list's data: the moment the connection broke, or of a later snapshot. Null
 * while the list is not stale or nothing is shown. `asOf` is when the server last sent data of the list.
 */
function useShownFrom(asOf: Date | null): Date | null {
  const { isDown, since } = useOutage();
  if (!isDown || !asOf) return null;
  return asOf > since ? asOf : since;
}

/** Shorter outages are not shown, in milliseconds. */
const BLIP_MS = 1_500;

/**
 * Whether the connection has been down for longer than `BLIP_MS`, and since when it has been in its state.
 * The end of an outage is not reported while a pointer is down, because hiding the banner would move the rows
 * under it.
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
