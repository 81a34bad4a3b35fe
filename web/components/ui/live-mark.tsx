import clsx from 'clsx';
import { formatTimeWithZone } from '#common/time.ts';
import type { Connection } from '#web/lib/connection-store.ts';

interface LiveMarkProps {
  state: Connection;
  since: Date;
}

const WORDS: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
};

/** Whether a list is live, and since when. Says a change to screen readers. */
export const LiveMark = ({ state, since }: LiveMarkProps) => (
  <p role="status" className="flex items-center gap-2 text-14">
    {state === 'live' ? (
      <span aria-hidden className="mx-1 size-2 rounded-full bg-ok ring-4 ring-ok/20" />
    ) : (
      <span aria-hidden className="mx-0.5 size-3 rounded-full border-2 border-warn" />
    )}
    <span className={clsx('font-medium', state !== 'live' && 'text-warn')}>{WORDS[state]}</span>
    {state !== 'connecting' && <span className="text-ink-2">since {formatTimeWithZone(since)}</span>}
  </p>
);
