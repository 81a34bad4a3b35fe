import { create } from 'zustand';
import type { SavedPlace } from '#common/places/saved-places-api.ts';

/** The signed-in rider's saved places, in the order in which they are offered; none until they have come. */
export const useSavedPlacesStore = create<{ places: readonly SavedPlace[] }>(() => ({ places: [] }));
