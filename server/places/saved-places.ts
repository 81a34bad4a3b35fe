import { model, Schema, type Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import {
  MAX_SAVED_PLACES,
  type PlaceFields,
  type SavedPlace,
  sortPlaces,
} from '#common/places/saved-places-api.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { lockBestEffort } from '../infra/lock-best-effort.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';

/** A saved place of a rider. */
interface SavedPlaceDoc extends PlaceFields {
  _id: Types.ObjectId;
  riderId: string;
  /** The name in lower case, unique among the rider's places. */
  nameKey: string;
}

const text = { type: String, required: true };

const savedPlaceSchema = new Schema<SavedPlaceDoc>(
  { riderId: text, nameKey: text, name: text, address: text },
  { collection: 'saved-places', versionKey: false, strict: 'throw' },
);
savedPlaceSchema.index({ riderId: 1, nameKey: 1 }, { unique: true });

/** The saved places. Only this file writes them. */
export const SavedPlaceModel = model<SavedPlaceDoc>('SavedPlace', savedPlaceSchema);

const present = ({ _id, name, address }: SavedPlaceDoc): SavedPlace => ({
  id: _id.toHexString(),
  name,
  address,
});

/** Returns a rider's places in display order. */
export async function listSavedPlaces(riderId: string): Promise<SavedPlace[]> {
  const docs = await SavedPlaceModel.find({ riderId }).lean<SavedPlaceDoc[]>();
  return sortPlaces(docs.map(present));
}

/**
 * Saves a place. A rider's saves run one after another, so that of several for the last place one succeeds.
 *
 * @throws AppError INVALID_REQUEST if the name is taken or the maximum number is reached
 */
export async function savePlace(riderId: string, fields: PlaceFields): Promise<SavedPlace> {
  const unlock = await lockBestEffort('place-turn', riderId);
  try {
    return await addPlace(riderId, fields);
  } finally {
    await unlock();
  }
}

async function addPlace(riderId: string, fields: PlaceFields): Promise<SavedPlace> {
  if ((await SavedPlaceModel.countDocuments({ riderId })) >= MAX_SAVED_PLACES) throw tooMany();
  const place = await SavedPlaceModel.create({ riderId, ...fields, nameKey: keyOf(fields) }).catch(
    refuseTwice,
  );
  // Without Redis there is no lock: concurrent requests may have added places since the count.
  if ((await SavedPlaceModel.countDocuments({ riderId })) > MAX_SAVED_PLACES) {
    await SavedPlaceModel.deleteOne({ _id: place._id });
    throw tooMany();
  }
  return present(place);
}

const tooMany = () =>
  fieldRefusal('name', `You can save up to ${MAX_SAVED_PLACES} places. Please remove one first.`);

/** Changes a place. @throws AppError NOT_FOUND, INVALID_REQUEST if the name is taken */
export async function changeSavedPlace(
  riderId: string,
  placeId: string,
  fields: PlaceFields,
): Promise<SavedPlace> {
  const changed = await SavedPlaceModel.findOneAndUpdate(
    { _id: placeId, riderId },
    { $set: { ...fields, nameKey: keyOf(fields) } },
    { returnDocument: 'after' },
  )
    .lean<SavedPlaceDoc>()
    .catch(refuseTwice);
  if (!changed) throw new AppError('NOT_FOUND', 'This place is no longer saved.');
  return present(changed);
}

/** Removes a place. Idempotent. */
export async function removeSavedPlace(riderId: string, placeId: string): Promise<void> {
  await SavedPlaceModel.deleteOne({ _id: placeId, riderId });
}

/** The saved places of a person, for data export and erasure. */
export const savedPlacesData = {
  read: async ({ id }) => ({
    savedPlaces: (await listSavedPlaces(id)).map(({ name, address }) => ({ name, address })),
  }),
  erase: async ({ id }) => {
    await SavedPlaceModel.deleteMany({ riderId: id });
  },
} satisfies PersonalDataSource;

const keyOf = ({ name }: PlaceFields): string => name.toLowerCase();

function refuseTwice(error: unknown): never {
  if (isDuplicateKey(error)) throw fieldRefusal('name', 'You already have a place with this name.');
  throw error;
}
