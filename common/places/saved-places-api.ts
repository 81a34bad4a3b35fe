import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { oneLine } from '../one-line.ts';
import { MAX_ADDRESS } from './address.ts';

/** The longest name of a saved place, in characters, and the most places of one rider. */
export const MAX_PLACE_NAME = 30;
export const MAX_SAVED_PLACES = 20;

const line = (missing: string, max: number) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, `Please keep this to ${max} characters.`),
      oneLine,
    );

/** A rider's saved place, such as `Home`. The name is private; rides contain only the address. */
export const placeFieldsSchema = z.object({
  name: line('Please give the place a name.', MAX_PLACE_NAME),
  address: line('Please enter its address.', MAX_ADDRESS),
});
export type PlaceFields = z.infer<typeof placeFieldsSchema>;

export const savedPlaceSchema = z.object({ id: idSchema, name: z.string(), address: z.string() });
export type SavedPlace = z.infer<typeof savedPlaceSchema>;

export const listSavedPlaces = endpoint({
  method: 'GET',
  path: '/api/saved-places',
  summary: "Lists the rider's saved places: Home first, then Work or Office, then by name.",
  who: 'rider',
  reply: z.object({ places: z.array(savedPlaceSchema) }),
});

/** Only a script would exceed this. */
const limit = { name: 'saved-places', times: 120, windowSeconds: 600, per: 'user' } as const;

export const savePlace = endpoint({
  method: 'POST',
  path: '/api/saved-places',
  summary: `Saves a place for the rider, at most ${MAX_SAVED_PLACES}, with unique names.`,
  who: 'rider',
  body: placeFieldsSchema,
  reply: savedPlaceSchema,
  statuses: [201],
  limit,
});

export const changeSavedPlace = endpoint({
  method: 'PATCH',
  path: '/api/saved-places/:placeId',
  summary: 'Changes the name or address of a saved place. Rides keep their addresses.',
  who: 'rider',
  body: placeFieldsSchema,
  reply: savedPlaceSchema,
  errors: ['NOT_FOUND'],
  limit,
});

export const removeSavedPlace = endpoint({
  method: 'DELETE',
  path: '/api/saved-places/:placeId',
  summary: 'Removes a saved place. Idempotent.',
  who: 'rider',
  reply: null,
  limit,
});

/** Names that come first, in this order. */
const FIRST = ['home', 'work', 'office'];
const rankOf = ({ name }: SavedPlace): number => {
  const rank = FIRST.indexOf(name.toLowerCase());
  return rank === -1 ? FIRST.length : rank;
};

/** Sorts saved places for display: Home, Work, Office, then by name. */
export const sortPlaces = (places: readonly SavedPlace[]): SavedPlace[] =>
  places.toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name));
