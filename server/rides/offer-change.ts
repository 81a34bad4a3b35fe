import type { RemovedOffer } from '#common/rides/events.ts';
import { isOffer } from '#common/rides/status.ts';
import type { RideRecord } from './ride-record.ts';

/** A ride with nothing to pay is settled by the same change. */
const wasOffered = ({ history }: RideRecord): boolean => history.some(({ change }) => change === 'paid');

/**
 * What an announcement says about offers: the ride is one now (`added`), it no longer is and why, or nothing new. Everything past
 * `publishedVersion` is news, so that one announcement makes up for those before it that were lost.
 */
export function offerChange(ride: RideRecord): 'added' | RemovedOffer['reason'] | null {
  if (isOffer(ride)) return 'added';
  if (!wasOffered(ride)) return null;
  for (const { change, version } of ride.history) {
    if (version > ride.publishedVersion && (change === 'accepted' || change === 'cancelled')) return change;
  }
  return null;
}
