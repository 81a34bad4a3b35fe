import './row-ring.css';

/** How long a changed row is outlined, in milliseconds. */
const RING_MS = 1_200;

/**
 * Outlines a row once, right after an event has changed it; not when the row is rendered later.
 *
 * @param changedAt when it changed, in milliseconds
 */
export const RowRing = ({ changedAt }: { changedAt: number | undefined }) =>
  changedAt !== undefined && Date.now() - changedAt < RING_MS ? (
    <span key={changedAt} aria-hidden className="row-ring" />
  ) : null;
