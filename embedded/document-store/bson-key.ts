import { Binary, ObjectId } from 'bson';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc, valuesAt } from './document.ts';

/**
 * First byte of each key, in MongoDB's order of types. An empty array sorts before null in indexes and sorts.
 */
const TYPE = {
  emptyArray: '\x02',
  null: '\x05',
  number: '\x0a',
  string: '\x0f',
  object: '\x14',
  array: '\x19',
  binary: '\x1e',
  objectId: '\x23',
  boolean: '\x28',
  date: '\x2d',
};

/**
 * Encodes a value as a string of bytes (one per character) that sorts like MongoDB's values: equal values
 * have equal keys, and no key is a prefix of another. Used by filters, sorts, indexes and unique checks.
 *
 * @throws CommandError for types the store cannot compare: Decimal128, integers beyond 2^53, patterns
 */
export function keyOf(value: unknown): string {
  if (value === null || value === undefined) return TYPE.null;
  if (typeof value === 'string') return TYPE.string + textBytes(value);
  if (typeof value === 'number') return TYPE.number + numberBytes(value);
  if (typeof value === 'boolean') return TYPE.boolean + (value ? '\x01' : '\x00');
  if (value instanceof ObjectId) return TYPE.objectId + Buffer.from(value.id).toString('latin1');
  if (value instanceof Date) return TYPE.date + numberBytes(value.getTime());
  if (Array.isArray(value)) return `${TYPE.array}${value.map(keyOf).join('')}\0`;
  if (isDoc(value)) return `${TYPE.object}${Object.entries(value).map(fieldBytes).join('')}\0`;
  if (value instanceof Binary) return TYPE.binary + binaryBytes(value);
  throw new CommandError(
    'CommandNotSupported',
    `Comparing a value of type ${value.constructor?.name ?? typeof value} is not supported by this document store`,
  );
}

/** Documents compare field by field: type, then name, then value. */
function fieldBytes([name, value]: [string, unknown]): string {
  const key = keyOf(value);
  return key.charAt(0) + textBytes(name) + key.slice(1);
}

/** Returns the index or sort keys of a path: one per element of an array, null for a missing field. */
export function keysAt(doc: Doc, path: string): string[] {
  const keys = valuesAt(doc, path).flatMap((value) => {
    if (!Array.isArray(value)) return [keyOf(value)];
    return value.length === 0 ? [TYPE.emptyArray] : value.map(keyOf);
  });
  if (keys.length === 0) return [TYPE.null];
  return keys.length === 1 ? keys : [...new Set(keys)];
}

/** Turns an ascending key into a descending one. */
export function invertKey(key: string): string {
  let inverted = '';
  for (let at = 0; at < key.length; at++) inverted += String.fromCharCode(0xff - key.charCodeAt(at));
  return inverted;
}

const scratch = Buffer.alloc(8);

/** Encodes a number as eight bytes that sort numerically. NaN comes first; both zeros are equal. */
function numberBytes(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0\0\0\0\0';
  scratch.writeDoubleBE(value === 0 ? 0 : value);
  const high = scratch.readUInt32BE(0);
  if (high >= 0x80000000) {
    scratch.writeUInt32BE(~high >>> 0, 0);
    scratch.writeUInt32BE(~scratch.readUInt32BE(4) >>> 0, 4);
  } else {
    scratch.writeUInt32BE(high + 0x80000000, 0);
  }
  return scratch.toString('latin1');
}

/** Encodes a text as UTF-8 with NUL escaped and a terminator, so that no text is a prefix of another. */
function textBytes(value: string): string {
  const bytes = Buffer.byteLength(value) === value.length ? value : Buffer.from(value).toString('latin1');
  return `${bytes.includes('\0') ? bytes.replaceAll('\0', '\0\xff') : bytes}\0\0`;
}

function binaryBytes(value: Binary): string {
  const bytes = Buffer.from(value.value());
  scratch.writeUInt32BE(bytes.length, 0);
  return scratch.toString('latin1', 0, 4) + String.fromCharCode(value.sub_type) + bytes.toString('latin1');
}
