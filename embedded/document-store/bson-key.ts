import { Binary, ObjectId } from 'bson';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc, valuesAt } from './document.ts';

/** First byte of each key, in MongoDB's order of types. Indexes and sorts see an empty array before null. */
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
 * Encodes a value as a string of bytes (one per character) that orders as MongoDB orders values: equal values
 * have equal keys, and no key is a prefix of another. Filters, sorts, indexes and unique checks all compare
 * by it.
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

/**
 * The keys under which an index or a sort sees a path: one per element of an array, null for a missing field.
 */
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

/** Eight bytes that order as the numbers do. NaN comes first, and both zeros are one. */
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

/** UTF-8 bytes with NUL escaped and a terminator, so that no text is the beginning of another. */
function textBytes(value: string): string {
  const bytes = Buffer.byteLength(value) === value.length ? value : Buffer.from(value).toString('latin1');
  return `${bytes.includes('\0') ? bytes.replaceAll('\0', '\0\xff') : bytes}\0\0`;
}

function binaryBytes(value: Binary): string {
  const bytes = Buffer.from(value.value());
  scratch.writeUInt32BE(bytes.length, 0);
  return scratch.toString('latin1', 0, 4) + String.fromCharCode(value.sub_type) + bytes.toString('latin1');
}
