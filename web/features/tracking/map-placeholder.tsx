import { VALLEY_REACH, ValleyStreets } from './valley-streets.tsx';

const SIDE = 2 * VALLEY_REACH;

/** Placeholder of the same streets at the same position until the map's code is loaded. */
export const MapPlaceholder = () => (
  <div className="valley relative size-full overflow-clip">
    <svg
      aria-hidden="true"
      width={SIDE}
      height={SIDE}
      viewBox={`${-VALLEY_REACH} ${-VALLEY_REACH} ${SIDE} ${SIDE}`}
      className="absolute top-1/2 left-1/2 max-w-none -translate-1/2"
    >
      <ValleyStreets />
    </svg>
  </div>
);
