import clsx from 'clsx';
import { Fragment, useId } from 'react';
import { formatStars, STARS, type Stars, starName } from '#common/rides/rating.ts';

interface StarLineProps {
  value: Stars | null;
  onChange: (stars: Stars) => void;
}

/**
 * Five stops on the route line as a radio group, so that arrow keys work. The word for the rating is shown
 * below.
 */
export function StarLine({ value, onChange }: StarLineProps) {
  const name = useId();
  return (
    <div>
      <div role="radiogroup" aria-label="Your rating" className="-mx-[11px] flex items-center">
        {STARS.map((stars) => (
          <Fragment key={stars}>
            {stars > 1 && (
              <span
                aria-hidden
                className="route-line -mx-2 flex-1"
                style={isReached(stars, value) ? undefined : { color: 'var(--track)' }}
              />
            )}
            <label className="relative grid h-14 w-[44px] shrink-0 place-items-center rounded-field has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-gold-ink">
              <input
                type="radio"
                name={name}
                className="absolute inset-0 cursor-pointer opacity-0"
                aria-label={formatStars(stars)}
                checked={value === stars}
                onChange={() => onChange(stars)}
              />
              <Stop
                isLast={stars === STARS.length}
                isReached={isReached(stars, value)}
                isChosen={value === stars}
              />
            </label>
          </Fragment>
        ))}
      </div>
      <div aria-hidden className="relative h-6 text-14">
        {value === null ? (
          <p className="flex justify-between text-ink-2">
            <span>{starName(1)}</span>
            <span>{starName(STARS.length)}</span>
          </p>
        ) : (
          <p
            className={clsx('absolute font-medium whitespace-nowrap', PLACES[value])}
            style={{ left: leftOf(value) }}
          >
            {starName(value)}
          </p>
        )}
      </div>
    </div>
  );
}

const isReached = (stars: Stars, value: Stars | null): boolean => value !== null && stars <= value;

/** The word is centred below its stop, but stays within the line at both ends. */
const PLACES: Record<Stars, string> = {
  1: '',
  2: '-translate-x-1/2',
  3: '-translate-x-1/2',
  4: '-translate-x-1/2',
  5: '-translate-x-full',
};

const leftOf = (stars: Stars): string => {
  const part = (stars - 1) / (STARS.length - 1);
  return `calc(${100 * part}% + ${11 - 22 * part}px * ${part === 0 || part === 1 ? 0 : 1})`;
};

interface StopProps {
  isLast: boolean;
  isReached: boolean;
  isChosen: boolean;
}

const Stop = ({ isLast, isReached: reached, isChosen }: StopProps) => (
  <span
    aria-hidden
    className={clsx(
      'pointer-events-none relative',
      isLast ? 'rounded-[2px]' : 'rounded-full',
      isChosen
        ? 'size-7 border-[7px] border-gold bg-surface ring-4 ring-gold/20'
        : clsx('size-[22px]', reached ? 'bg-gold' : 'border-2 border-control bg-surface'),
    )}
  />
);
