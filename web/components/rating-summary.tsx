import clsx from 'clsx';
import { Star } from 'lucide-react';
import { type DriverRating, formatAverage, formatRating, formatStars, STARS } from '#common/rides/rating.ts';

/** Five stars, `stars` of them filled. */
export const StarRow = ({ stars, size = 16 }: { stars: number; size?: number }) => (
  <span role="img" aria-label={formatStars(stars)} className="inline-flex gap-1">
    {STARS.map((each) => (
      <Star
        key={each}
        aria-hidden
        size={size}
        strokeWidth={1.75}
        className={each <= stars ? 'fill-gold text-gold' : 'text-control'}
      />
    ))}
  </span>
);

interface RatingSummaryProps {
  rating: DriverRating;
  whose: 'your' | 'the';
}

/** A driver's average rating, and the number of rides for each number of stars. */
export const RatingSummary = ({ rating, whose }: RatingSummaryProps) => (
  <>
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {rating.average !== null && (
        <span className="figures text-56 leading-none">{formatAverage(rating.average)}</span>
      )}
      <span className={clsx(rating.average === null ? 'text-18' : 'grid gap-1 text-ink-2')}>
        {rating.average !== null && (
          <span aria-hidden>
            <StarRow stars={Math.round(rating.average)} />
          </span>
        )}
        {formatRating(rating, whose)}
      </span>
    </p>
    {rating.count > 0 && (
      <dl className="mt-5 grid gap-3 border-line border-t pt-5">
        {STARS.toReversed().map((stars) => {
          const count = rating.counts[stars - 1] ?? 0;
          return (
            <div key={stars} className="grid grid-cols-[auto_minmax(0,1fr)_2.5rem] items-center gap-3">
              <dt className="figures flex items-center gap-2">
                {stars}{' '}
                <Star aria-label={stars === 1 ? 'star' : 'stars'} size={16} className="fill-gold text-gold" />
              </dt>
              <dd className="contents">
                <span aria-hidden className="h-2 overflow-clip rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-gold"
                    style={{ width: `${(100 * count) / rating.count}%` }}
                  />
                </span>
                <span className="figures text-right">{count}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    )}
  </>
);
