import clsx from 'clsx';
import { formatTimeWithZone } from '#common/time.ts';
import type { Connection } from '#web/lib/connection-store.ts';
import { useAge } from '#web/lib/use-age.ts';

interface LiveMarkProps {
  state: Connection;
  since: Date;
  /** From when what is shown is, while it may be old; null while it is not. */
  shownFrom: Date | null;
}

const WORDS: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
};

/** Whether a list is live and since when, or how old it is. Says a change to screen readers. */
export const LiveMark = ({ state, since, shownFrom }: LiveMarkProps) => (
  <div className="flex flex-wrap items-center gap-x-2 text-14">
    <p role="status" className="flex items-center gap-2">
      {state === 'live' ? (
        <span aria-hidden className="mx-1 size-2 shrink-0 rounded-full bg-ok ring-4 ring-ok/20" />
      ) : (
        <span aria-hidden className="mx-0.5 size-3 shrink-0 rounded-full border-2 border-warn" />
      )}
      <span className={clsx('font-medium', state !== 'live' && 'text-warn')}>{WORDS[state]}</span>{' '}
      {state === 'live' && <span className="text-ink-2">since {formatTimeWithZone(since)}</span>}
      {shownFrom && <span className="sr-only">Last updated at {formatTimeWithZone(shownFrom)}</span>}
    </p>
    {shownFrom && <LastUpdated at={shownFrom} />}
  </div>
);

/** Grows by the minute, which is not worth saying each time: who listens has been told the time itself. */
function LastUpdated({ at }: { at: Date }) {
  const age = useAge(at);
  return (
    <p aria-hidden className="text-ink-2">
      Last updated {age === 'Just now' ? 'just now' : age}
    </p>
  );
}
