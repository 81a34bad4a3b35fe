import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { AFTER_RIDE_DAYS, type OwnRating, RATED_RIDES } from '#common/rides/rating.ts';
import { readOwnRating } from '#common/rides/rating-api.ts';
import { formatDay } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { RatingSummary, StarRow } from '#web/components/rating-summary.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useDriverRides } from '../api/use-lists.ts';
import { TwelveWeeks } from './twelve-weeks.tsx';

/** A driver's rating: average, details and comments. Reloads when a completed ride changes. */
export function MyRating({ driverId }: { driverId: string }) {
  const { rides } = useDriverRides(driverId);
  const revision = Object.values(rides)
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { version }) => sum + version, 0);
  return <Rating revision={revision} />;
}

function Rating({ revision }: { revision: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision reloads the rating
  const load = useCallback((signal: AbortSignal) => call(readOwnRating, {}, { signal }), [revision]);
  const { state, last: rating, reload } = useLoaded(load);
  const now = useNow();

  if (!rating && state.phase === 'failed')
    return (
      <div className="mt-8">
        <FailedState title="We couldn't load your rating" text={messageOf(state.error)} onRetry={reload} />
      </div>
    );
  if (!rating) return <LoadingLine label="Loading your rating..." className="mt-6" />;
  return (
    <div className="mt-8 grid gap-12 lg:gap-14">
      <div className="grid gap-5 lg:grid-cols-[minmax(0,460fr)_minmax(0,708fr)] lg:gap-8">
        <section aria-label="Average" className="rounded-card border border-line bg-surface p-5 sm:p-8">
          <RatingSummary rating={rating} whose="your" />
        </section>
        <TwelveWeeks weeks={rating.weeks} now={now} />
      </div>
      <div className="grid items-start gap-x-18 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,372px)]">
        <WhatRidersSaid rating={rating} now={now} />
        <HowItCounts rating={rating} now={now} />
      </div>
    </div>
  );
}

/** Maximum number of ratings listed. */
const SHOWN = 30;

interface PartProps {
  rating: OwnRating;
  now: Date;
}

const WhatRidersSaid = ({ rating: { latest }, now }: PartProps) => (
  <section aria-labelledby="what-riders-said">
    <h2 id="what-riders-said" className="display text-28">
      What riders said
    </h2>
    {latest.length === 0 ? (
      <div className="mt-4">
        <EmptyState title="No ratings yet" text="Riders can rate a ride once it is completed" />
      </div>
    ) : (
      <ul className="mt-3 border-line border-t">
        {latest.slice(0, SHOWN).map(({ rideId, at, rideType, stars, text }) => (
          <li
            key={rideId}
            className="grid gap-x-8 gap-y-1 border-line border-b py-4 sm:grid-cols-[150px_1fr]"
          >
            <p className="text-14">
              <span className="font-medium">{formatDay(new Date(at), now)}</span>
              <span className="block text-ink-2 max-sm:ml-2 max-sm:inline">{vehicleName(rideType)}</span>
            </p>
            <div className="min-w-0">
              <StarRow stars={stars} />
              <p className={text ? 'mt-1 wrap-anywhere' : 'mt-1 text-ink-2'}>{text ?? 'No words.'}</p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const HowItCounts = ({ rating: { count, completed, since }, now }: PartProps) => (
  <section aria-labelledby="how-it-counts">
    <h2 id="how-it-counts" className="display text-28">
      How it counts
    </h2>
    {completed > 0 ? (
      <dl className="mt-3 border-line border-t">
        <Count label="Rated rides">
          {count} of {completed}
        </Count>
        {since && <Count label="Oldest that counts">{formatDay(new Date(since), now)}</Count>}
      </dl>
    ) : (
      <p className="mt-4 text-ink-2">No rides completed yet.</p>
    )}
    <p className="mt-4 text-14 text-ink-2">
      {count < RATED_RIDES
        ? `Your average is based on your last ${RATED_RIDES} rated rides.`
        : 'Each new rating replaces the oldest one.'}{' '}
      Riders can rate a ride for {AFTER_RIDE_DAYS} days.
    </p>
    {count > 0 && (
      <Link
        to="/contact"
        className="mt-3 inline-flex min-h-11 items-center text-14 font-semibold text-gold-ink"
      >
        Something wrong with a rating?
      </Link>
    )}
  </section>
);

const Count = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-line border-b py-4">
    <dt className="text-ink-2">{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
);
