import type { ReactNode } from 'react';
import { ListStatus, StaleBanner } from '#web/components/list-status.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { RoutePlacesSkeleton } from '#web/components/ui/route-places.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import type { Versioned } from '#web/lib/versioned.ts';
import type { RideList } from '../store/ride-list.ts';
import { RideCards } from './live-list.tsx';

interface RidesScreenProps<R extends Versioned> {
  list: RideList<R>;
  onRetry: () => void;
  /** A link to book or accept rides. Shown next to the list's state when there are active rides. */
  action: ReactNode;
  emptyState: ReactNode;
  active: readonly R[];
  renderActive: (ride: R) => ReactNode;
  /** The sections of past rides. */
  children: ReactNode;
}

/** The content of My Rides, for riders and drivers, in each state of the list. */
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
      {phase === 'ready' && asOf && <StaleBanner what="Rides" asOf={asOf} />}
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

interface RidesSectionProps {
  title: string;
  count: number;
  children: ReactNode;
}

/** A section with a heading and the number of its rides. */
export const RidesSection = ({ title, count, children }: RidesSectionProps) => (
  <section aria-label={title} className="mb-10 sm:mb-12">
    <div className="mb-5 flex items-baseline justify-between gap-4">
      <h2 className="display text-28">{title}</h2>
      {count > 0 && <p className="text-14 text-ink-2">{count === 1 ? '1 ride' : `${count} rides`}</p>}
    </div>
    {children}
  </section>
);

/** Placeholders in the shape of ride cards. */
const RideSkeletons = () => (
  <div aria-hidden className="flex flex-col gap-4">
    <Skeleton className="mb-1 h-8 w-40" />
    {['first', 'second'].map((which) => (
      <div key={which} className="rounded-card border border-line bg-surface p-4.5 sm:p-7">
        <div className="flex gap-4 max-sm:justify-between">
          <Skeleton className="h-6 w-20 rounded-full" />
          <Skeleton className="h-6 w-24" />
        </div>
        <div className="mt-5 flex gap-4">
          <RoutePlacesSkeleton className="flex-1" />
          <Skeleton className="h-9 w-28" />
        </div>
        <Skeleton className="mt-6 h-40 sm:h-16" />
      </div>
    ))}
  </div>
);
