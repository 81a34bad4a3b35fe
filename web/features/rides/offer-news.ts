import { addressLines } from '#common/places/suggest-places.ts';
import type { Offer } from '#common/rides/ride.ts';

/** What screen readers are told of offers that arrived together; null for none. */
export function offerChange(offers: readonly Offer[]): string | null {
  const [first, second] = offers;
  if (!first) return null;
  if (second) return `${offers.length} new ride requests`;
  return `New ride request: ${addressLines(first.pickupLocation).name} to ${addressLines(first.dropoffLocation).name}`;
}
