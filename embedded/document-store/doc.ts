import { deserialize } from 'bson';

/** A decoded BSON document. */
export type Doc = Record<string, unknown>;

/** True for an embedded document: a plain object, not an array, date, id or binary. */
export function isDoc(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Decodes one BSON document. Regular expressions stay `BSONRegExp`, because the plain decoding loses their flags. */
export function decode(raw: Uint8Array): Doc {
  return deserialize(raw, { bsonRegExp: true });
}
