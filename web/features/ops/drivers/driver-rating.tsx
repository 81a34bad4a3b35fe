import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { readDriverRating } from '#common/rides/rating-api.ts';
import { formatDay } from '#common/time.ts';
import { RatingSummary, StarRow } from '#web/components/rating-summary.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** Maximum number of written ratings listed. */
const SHOWN = 10;

/** A driver's rating and the riders' comments. Drivers themselves cannot read comments on poor rides. */
export function StaffDriverRating({ driverId, now }: { driverId: string; now: Date }) {
  const load = useCallback(
    (signal: AbortSignal) => call(readDriverRating, { driverId }, { signal }),
    [driverId],
  );
  const { state, reload } = useLoaded(load);
  if (state.phase === 'loading') return null;
  const written =
    state.phase === 'loaded' ? state.value.latest.filter(({ text }) => text !== null).slice(0, SHOWN) : [];

  return (
    <section>
      <h2 className="display text-28">Rating</h2>
      {state.phase === 'failed' ? (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-4">
          {messageOf(state.error, 'We couldn’t load the rating.')}
          <Button variant="outline" onClick={reload}>
            Try again
          </Button>
        </p>
      ) : (
        <div className="mt-3">
          <RatingSummary rating={state.value} whose="the" />
        </div>
      )}
      {written.length > 0 && (
        <ul className="mt-5 border-line border-t">
          {written.map(({ rideId, at, stars, text }) => (
            <li key={rideId} className="border-line border-b py-3 text-14">
              <p className="flex flex-wrap items-center gap-x-4 text-ink-2">
                <StarRow stars={stars} />
                <Link to={`/ops?ride=${rideId}`} className="hover:underline">
                  {formatDay(new Date(at), now)}
                </Link>
              </p>
              <p className="mt-1 text-16 wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
