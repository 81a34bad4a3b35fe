import './row-ring.css';

/** For how long a changed row is ringed, in milliseconds. */
const RING_MS = 1_200;

/**
 * Around a row that an event has just changed, once; not for rows that come into sight later.
 *
 * @param changedAt when it changed, in milliseconds
 */
export const RowRing = ({ changedAt }: { changedAt: number | undefined }) =>
  changedAt !== undefined && Date.now() - changedAt < RING_MS ? (
    <span key={changedAt} aria-hidden className="row-ring" />
  ) : null;
