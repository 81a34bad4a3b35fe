import { LiveMark } from '#web/components/ui/live-mark.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import type { ListPhase } from './ride-list.ts';
import { useConnection } from './use-connection.ts';

/** The line under a list's headline: loading, or live and since when; nothing when it failed, for the list says so itself. */
export function ListStatus({ phase }: { phase: ListPhase }) {
  const { state, since, isKnown } = useConnection();

  if (phase === 'failed') return null;
  if (phase === 'loading')
    return (
      <p role="status" className="flex items-center gap-4 text-14 text-ink-2">
        <RouteLine start="none" end="none" isMoving className="w-13" />
        Loading rides...
      </p>
    );
  return (
    <div className={isKnown ? undefined : 'invisible'}>
      <LiveMark state={state} since={since} />
    </div>
  );
}
