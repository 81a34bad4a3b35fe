import clsx from 'clsx';
import { useCallback, useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#common/durations.ts';
import { ageInSentence } from '#common/format-age.ts';
import { formatTimeWithZone } from '#common/time.ts';
import type { Connection } from '#web/lib/connection-store.ts';

interface LiveMarkProps {
  state: Connection;
  since: Date;
  /** The time of the displayed data while it may be stale; null while it is live. */
  shownFrom: Date | null;
}

const LABELS: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
};

/** Whether a list is live and since when, or how old its data is. Changes are announced to screen readers. */
export const LiveMark = ({ state, since, shownFrom }: LiveMarkProps) => (
  <div className="flex flex-wrap items-center gap-x-2 text-14">
    <p role="status" className="flex items-center gap-2">
      {state === 'live' ? (
        <span aria-hidden className="mx-1 size-2 shrink-0 rounded-full bg-ok ring-4 ring-ok/20" />
      ) : (
        <span aria-hidden className="mx-0.5 size-3 shrink-0 rounded-full border-2 border-warn" />
      )}
      <span className={clsx('font-medium', state !== 'live' && 'text-warn')}>{LABELS[state]}</span>{' '}
      {state === 'live' && <span className="text-ink-2">since {formatTimeWithZone(since)}</span>}
      {shownFrom && <span className="sr-only">Last updated at {formatTimeWithZone(shownFrom)}</span>}
    </p>
    {shownFrom && <LastUpdated at={shownFrom} />}
  </div>
);

/** Changes every minute, so it is hidden from screen readers, which have announced the time itself. */
function LastUpdated({ at }: { at: Date }) {
  const age = useAge(at);
  return (
    <p aria-hidden className="text-ink-2">
      Last updated {age}
    </p>
  );
}

/** Returns the age of an instant as text, updated at each full minute. */
function useAge(at: Date): string {
  const subscribe = useCallback((renew: () => void) => eachMinuteAfter(at, renew), [at]);
  const age = () => ageInSentence(at, new Date());
  return useSyncExternalStore(subscribe, age, age);
}

/** Calls back at each full minute since `at`. @returns stops it */
export function eachMinuteAfter(at: Date, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const intoMinute = (Date.now() - at.getTime()) % MINUTE_MS;
    timer = setTimeout(() => {
      wait();
      callback();
    }, MINUTE_MS - intoMinute);
  };
  wait();
  return () => clearTimeout(timer);
}
