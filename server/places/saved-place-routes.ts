import * as api from '#common/places/saved-places-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { changeSavedPlace, listSavedPlaces, removeSavedPlace, savePlace } from './saved-places.ts';

export const savedPlaceRoutes = createApiRoutes();

savedPlaceRoutes.handle(api.listSavedPlaces, async ({ user }) => ({
  places: await listSavedPlaces(user.riderId),
}));

savedPlaceRoutes.handle(api.savePlace, ({ user, body }) => savePlace(user.riderId, body));

savedPlaceRoutes.handle(api.changeSavedPlace, ({ user, params, body }) =>
  changeSavedPlace(user.riderId, params.placeId, body),
);

savedPlaceRoutes.handle(api.removeSavedPlace, ({ user, params }) =>
  removeSavedPlace(user.riderId, params.placeId),
);
