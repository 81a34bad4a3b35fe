import { useCallback } from 'react';
import { readOwnRating } from '#common/rides/rating-api.ts';
import { formatDay } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { RatingSummary, StarRow } from '#web/components/rating-summary.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { useDriverRides } from '#web/features/rides/api/use-lists.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RoleGate } from '../role-gate.tsx';

/** How riders rate a driver. */
export const DriverRatingPage = () => (
  <div className="column pb-16 lg:pb-28">
    <PageMeta title="My Rating" />
    <PageHeading size="screen" title="My Rating" />
    <RoleGate only="driver">{(driver) => <LiveRating driverId={driver.id} />}</RoleGate>
  </div>
);

/** Read anew when a completed ride changes, as it does when it is rated. */
function LiveRating({ driverId }: { driverId: string }) {
  const { rides } = useDriverRides(driverId);
  const revision = Object.values(rides)
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { version }) => sum + version, 0);
  return <Rating key={revision} />;
}

function Rating() {
  const load = useCallback((signal: AbortSignal) => call(readOwnRating, {}, { signal }), []);
  const { state, reload } = useLoaded(load);
  const now = useNow();

  if (state.phase === 'loading') return <LoadingLine label="Loading your rating..." className="mt-6" />;
  if (state.phase === 'failed')
    return (
      <div className="mt-8">
        <FailedState
          title="We couldn't load your rating"
          text={messageOf(state.error, "The server didn't answer.")}
          onRetry={reload}
        />
      </div>
    );
  const rating = state.value;
  return (
    <div className="mt-8 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)]">
      <section aria-label="Average" className="rounded-card border border-line bg-surface p-5 sm:p-8">
        <RatingSummary rating={rating} whose="your" />
        <p className="mt-6 border-line border-t pt-5 text-14 text-ink-2">
          Each new rating takes the place of the oldest one once there are 100. Riders can rate a ride for 30
          days.
          {rating.since && ` The oldest that counts: ${formatDay(new Date(rating.since), now)}.`}
        </p>
      </section>
      <section aria-labelledby="what-riders-said">
        <h2 id="what-riders-said" className="display text-28">
          What riders said
        </h2>
        {rating.latest.length === 0 ? (
          <div className="mt-4">
            <EmptyState title="No ratings yet" text="Riders can rate a ride once it is completed" />
          </div>
        ) : (
          <ul className="mt-3 border-line border-t">
            {rating.latest.slice(0, SHOWN).map(({ rideId, at, rideType, stars, text }) => (
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
    </div>
  );
}

/** Ratings that are listed. */
const SHOWN = 30;
