import type { ReactNode } from 'react';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import type { Versioned } from './keep-newer.ts';
import { ListStatus } from './list-status.tsx';
import { RideCards } from './ride-cards.tsx';
import type { RideList } from './ride-list.ts';
import { RideSkeletons } from './ride-skeletons.tsx';
import { RidesSection } from './rides-section.tsx';
import { StaleNote } from './stale-note.tsx';

interface RidesScreenProps<R extends Versioned> {
  list: RideList<R>;
  onRetry: () => void;
  /** The way to more rides: beside the state of a list with active rides, and in `emptyState` of one without. */
  action: ReactNode;
  emptyState: ReactNode;
  active: readonly R[];
  renderActive: (ride: R) => ReactNode;
  /** The sections of rides that are over. */
  children: ReactNode;
}

/** Under the headline of either My Rides: the list in whichever of its states it is. */
export function RidesScreen<R extends Versioned>({ list, action, children, ...rest }: RidesScreenProps<R>) {
  const { phase, problem, asOf, rides } = list;
  const { active, renderActive, emptyState, onRetry } = rest;
  const hasNone = Object.keys(rides).length === 0;

  return (
    <div aria-busy={phase === 'loading'}>
      <div className="mt-4 mb-8 flex min-h-8 items-center justify-between gap-4 sm:mb-10 sm:min-h-11">
        <ListStatus phase={phase} asOf={asOf} />
        {active.length > 0 && action}
      </div>
      {phase === 'loading' && <RideSkeletons />}
      {phase === 'failed' && (
        <FailedState title="We couldn't load your rides" text={problem ?? ''} onRetry={onRetry} />
      )}
      {phase === 'ready' && asOf && <StaleNote what="Rides" asOf={asOf} />}
      {phase === 'ready' && hasNone && emptyState}
      {phase === 'ready' && !hasNone && (
        <>
          <RidesSection title="Active Rides" count={active.length}>
            <RideCards rides={active}>{renderActive}</RideCards>
            {active.length === 0 && emptyState}
          </RidesSection>
          {children}
        </>
      )}
    </div>
  );
}
