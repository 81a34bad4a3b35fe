import { create } from 'zustand';
import type { SavedPlace } from '#common/places/saved-places-api.ts';

/** The signed-in rider's saved places, in display order; empty until they have loaded. */
export const useSavedPlacesStore = create<{ places: readonly SavedPlace[] }>(() => ({ places: [] }));
