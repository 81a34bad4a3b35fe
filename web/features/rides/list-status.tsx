import { LiveMark } from '#web/components/ui/live-mark.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import type { ListPhase } from './ride-list.ts';
import { useShownFrom } from './use-shown-from.ts';

interface ListStatusProps {
  phase: ListPhase;
  /** When the server last told of the list. */
  asOf: Date | null;
}

/** The line under a list's headline: loading, or live and since when, or how old; nothing when it failed, for the list says so itself. */
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
