import { useEffect } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { retryWithBackoff } from '#web/lib/retry-with-backoff.ts';
import { useSavedPlacesStore } from './saved-places-store.ts';

/** The saved places of the rider with this id, loaded once they are known; none for a visitor. */
export function useSavedPlaces(riderId: string | null): readonly SavedPlace[] {
  useEffect(() => {
    if (!riderId) return;
    const leaving = new AbortController();
    const load = async () => {
      const { loadSavedPlaces } = await import('./load-saved-places.ts');
      await loadSavedPlaces(leaving.signal);
    };
    retryWithBackoff(load, leaving.signal);
    return () => {
      leaving.abort();
      // Nobody finds the places of a rider who signed out.
      useSavedPlacesStore.setState({ places: [] });
    };
  }, [riderId]);
  return useSavedPlacesStore((state) => state.places);
}
