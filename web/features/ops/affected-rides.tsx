import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OpenRideList } from './open-ride-list.tsx';

interface AffectedRidesProps {
  /** Loads the rides; must be a stable function (`useCallback`). */
  load: (signal: AbortSignal) => Promise<readonly OpenRide[]>;
  /** The count as text: `2 rides need another vehicle`. */
  formatCount: (count: number) => string;
}

/** Lists the rides that a pending change would affect. Reports when they could not be loaded. */
export function AffectedRides({ load, formatCount }: AffectedRidesProps) {
  const { state } = useLoaded(load);
  if (state.phase === 'loading')
    return <p className="mb-5 text-14 text-ink-2">Looking for affected rides...</p>;
  if (state.phase === 'failed') {
    return (
      <p className="mb-5 text-14 text-warn">We couldn’t load the affected rides. You will see them next.</p>
    );
  }
  const rides = state.value;
  if (rides.length === 0) return <p className="mb-5 text-14 text-ink-2">No rides are affected.</p>;
  return (
    <div className="mb-5 max-h-[30dvh] overflow-y-auto">
      <p className="mb-2 font-medium text-14">{formatCount(rides.length)}:</p>
      <OpenRideList label={formatCount(rides.length)} rides={rides} />
    </div>
  );
}
