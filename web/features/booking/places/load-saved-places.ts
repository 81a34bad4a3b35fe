import * as api from '#common/places/saved-places-api.ts';
import { call } from '#web/lib/call.ts';
import { useSavedPlacesStore } from './saved-places-store.ts';

/** How many places were saved, changed or removed on this page. */
let writes = 0;

/**
 * Loads the rider's saved places. Reads again when a place was changed meanwhile, since the reply may be
 * stale.
 * @throws ApiError
 */
export async function loadSavedPlaces(signal?: AbortSignal): Promise<void> {
  const before = writes;
  const { places } = await call(api.listSavedPlaces, {}, { signal });
  if (writes !== before) return loadSavedPlaces(signal);
  useSavedPlacesStore.setState({ places });
}

/** Saves a new place, or changes the one with this id. @throws ApiError */
export async function keepPlace(fields: api.PlaceFields, placeId: string | null): Promise<void> {
  const place = await (placeId
    ? call(api.changeSavedPlace, { placeId, ...fields })
    : call(api.savePlace, fields));
  writes += 1;
  useSavedPlacesStore.setState(({ places }) => ({
    places: api.sortPlaces([...places.filter(({ id }) => id !== place.id), place]),
  }));
}

/** Removes a place. @throws ApiError */
export async function removePlace(placeId: string): Promise<void> {
  await call(api.removeSavedPlace, { placeId });
  writes += 1;
  useSavedPlacesStore.setState(({ places }) => ({ places: places.filter(({ id }) => id !== placeId) }));
}
