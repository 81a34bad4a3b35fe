import { useEffect, useRef } from 'react';
import type { Offer } from '#common/rides/ride.ts';
import type { PostedOffer } from '../store/offer-board.ts';

/** Calls `onArrive` once with each offer that arrives. */
export function useArrivals(
  posted: readonly PostedOffer[],
  onArrive: (offers: readonly Offer[]) => void,
): void {
  const seen = useRef<ReadonlySet<string>>(new Set());
  const callback = useRef(onArrive);
  callback.current = onArrive;

  useEffect(() => {
    const arrived = posted.filter(({ offer, isNew }) => isNew && !seen.current.has(offer.id));
    seen.current = new Set(posted.map(({ offer }) => offer.id));
    if (arrived.length > 0) callback.current(arrived.map(({ offer }) => offer));
  }, [posted]);
}
