import { formatTimeWithZone } from '#common/time.ts';

interface LiveMarkProps {
  state: 'live' | 'reconnecting';
  since: Date;
}

/** Whether a list is live, and since when. Says a change to screen readers. */
export const LiveMark = ({ state, since }: LiveMarkProps) => (
  <p role="status" className="flex items-center gap-2 text-14">
    {state === 'live' ? (
      <span aria-hidden className="mx-1 size-2 rounded-full bg-ok ring-4 ring-ok/20" />
    ) : (
      <span aria-hidden className="mx-0.5 size-3 rounded-full border-2 border-warn" />
    )}
    <span className="font-medium">{state === 'live' ? 'Live' : 'Reconnecting…'}</span>
    <span className="text-ink-2">since {formatTimeWithZone(since)}</span>
  </p>
);
