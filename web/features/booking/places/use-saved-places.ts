import { useEffect } from 'react';
import type { SavedPlace } from '#common/places/saved-places-api.ts';
import { retryWithBackoff } from '#web/lib/retry-with-backoff.ts';
import { useSavedPlacesStore } from './saved-places-store.ts';

/** Loads and returns the saved places of a rider; empty for a visitor. */
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
      // The places of a rider who signed out must not stay in memory.
      useSavedPlacesStore.setState({ places: [] });
    };
  }, [riderId]);
  return useSavedPlacesStore((state) => state.places);
}
