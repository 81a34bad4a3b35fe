import { deserialize } from 'bson';
import * as z from 'zod/mini';

/** A decoded BSON document. */
export type Doc = Record<string, unknown>;

/** Whether a value is an embedded document: a plain object, not an array, date, id or binary. */
export function isDoc(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A document, passed through unchanged. */
export const docSchema = z.custom<Doc>(isDoc, 'expected a document');

/**
 * Paths with a direction each, by precedence: a sort, or the key of an index. `$natural`, `$**` and the like
 * are refused.
 */
export const directionsSchema = z.record(
  z.string().check(z.regex(/^[^$]+$/)),
  z.union([z.literal(1), z.literal(-1)]),
);

/** See `directionsSchema`. */
export type Directions = z.infer<typeof directionsSchema>;

/** Decodes one BSON document. Regular expressions stay `BSONRegExp`, because decoding them loses flags. */
export function decode(raw: Uint8Array): Doc {
  return deserialize(raw, { bsonRegExp: true });
}

/**
 * A stored document: its bytes, and a copy decoded on first use, which is shared and must not be modified.
 */
export class StoredRecord {
  readonly key: string;
  #raw: Uint8Array;
  #doc: Doc | undefined;

  /** `key` is the `keyOf` of the document's `_id`. */
  constructor(key: string, raw: Uint8Array) {
    this.key = key;
    this.#raw = raw;
  }

  get raw(): Uint8Array {
    return this.#raw;
  }

  set raw(raw: Uint8Array) {
    this.#raw = raw;
    this.#doc = undefined;
  }

  get doc(): Doc {
    this.#doc ??= decode(this.#raw);
    return this.#doc;
  }
}

/**
 * Returns the values at a dotted path: one, or one per element if the path crosses arrays.
 *
 * @returns `undefined` for a path that ends early; nothing for array elements that are not documents
 */
export function valuesAt(doc: Doc, path: string): unknown[] {
  if (!path.includes('.')) return [Object.hasOwn(doc, path) ? doc[path] : undefined];
  const found: unknown[] = [];
  collectValues(doc, path.split('.'), 0, found);
  return found;
}

function collectValues(value: unknown, parts: readonly string[], at: number, found: unknown[]): void {
  const part = parts[at];
  if (part === undefined) {
    found.push(value);
  } else if (Array.isArray(value)) {
    if (/^\d+$/.test(part) && Number(part) < value.length) {
      collectValues(value[Number(part)], parts, at + 1, found);
    }
    for (const element of value) if (isDoc(element)) collectValues(element, parts, at, found);
  } else if (isDoc(value) && Object.hasOwn(value, part)) {
    collectValues(value[part], parts, at + 1, found);
  } else {
    found.push(undefined);
  }
}

/** Returns the first field of a dotted path. */
export const topFieldOf = (path: string): string => path.split('.', 1)[0] ?? '';

/** Whether the value at the path is an array, or is inside one. */
export function crossesArray(doc: Doc, path: string): boolean {
  let value: unknown = doc;
  for (const part of path.split('.')) {
    value = isDoc(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    if (Array.isArray(value)) return true;
  }
  return false;
}
