import { Binary, ObjectId } from 'bson';
import { Query } from 'mingo/query';
import type { Options } from 'mingo/types';
import { keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';
import { valuesAt } from './path-values.ts';

/**
 * The predicates of a filter, as mingo calls them: (path, operand, options) gives a test for documents. They compare by
 * `keyOf`, so a filter and an index cannot disagree about what is equal or smaller.
 */
type Predicate = (path: string, operand: unknown, options: Options) => (doc: Doc) => boolean;

/** An array at the end of a path stands for its elements and for itself. */
function isAnyAt(doc: Doc, path: string, test: (value: unknown) => boolean): boolean {
  return valuesAt(doc, path).some((value) => (Array.isArray(value) && value.some(test)) || test(value));
}

function not(predicate: Predicate): Predicate {
  return (path, operand, options) => {
    const test = predicate(path, operand, options);
    return (doc) => !test(doc);
  };
}

function arrayOperand(name: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', `${name} needs an array`);
  return operand;
}

/** A test for one value. Missing equals null. */
function equals(operand: unknown): (value: unknown) => boolean {
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const key = keyOf(operand);
  return (value) => keyOf(value) === key;
}

function matches(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

const NAN_KEY = keyOf(Number.NaN);

/** Values compare within one type only, and NaN with nothing but itself. */
function areComparable(key: string, other: string): boolean {
  return key === other || (key.charAt(0) === other.charAt(0) && key !== NAN_KEY && other !== NAN_KEY);
}

function ordered(test: (order: number) => boolean): Predicate {
  return (path, operand) => {
    const key = keyOf(operand);
    return (doc) =>
      isAnyAt(doc, path, (value) => {
        const other = keyOf(value);
        return areComparable(key, other) && test(other < key ? -1 : other > key ? 1 : 0);
      });
  };
}

const $eq: Predicate = (path, operand) => {
  const test = equals(operand);
  return (doc) => isAnyAt(doc, path, test);
};
const $ne = not($eq);

const $gt = ordered((order) => order > 0);
const $gte = ordered((order) => order >= 0);
const $lt = ordered((order) => order < 0);
const $lte = ordered((order) => order <= 0);

const $in: Predicate = (path, operand) => {
  const operands = arrayOperand('$in', operand);
  const patterns = operands.filter((item) => item instanceof RegExp).map(matches);
  const keys = new Set(operands.filter((item) => !(item instanceof RegExp)).map(keyOf));
  const test = (value: unknown) => keys.has(keyOf(value)) || patterns.some((pattern) => pattern(value));
  return (doc) => isAnyAt(doc, path, test);
};
const $nin = not($in);

const $exists: Predicate = (path, operand) => {
  const isWanted = Boolean(operand);
  return (doc) => valuesAt(doc, path).some((value) => value !== undefined) === isWanted;
};

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date,
  objectId: (value) => value instanceof ObjectId,
  binData: (value) => value instanceof Binary,
  object: isDoc,
  array: Array.isArray,
  null: (value) => value === null,
};

const $type: Predicate = (path, operand) => {
  const tests = [operand].flat().map((alias) => {
    const test = typeof alias === 'string' && Object.hasOwn(TYPES, alias) ? TYPES[alias] : undefined;
    if (!test) {
      throw new CommandError(
        'BadValue',
        `$type ${String(alias)} is not supported; known are ${Object.keys(TYPES)}`,
      );
    }
    return test;
  });
  return (doc) => isAnyAt(doc, path, (value) => tests.some((test) => test(value)));
};

const $regex: Predicate = (path, operand) => {
  if (!(operand instanceof RegExp)) throw new CommandError('BadValue', '$regex has to be a string');
  const test = matches(operand);
  return (doc) => isAnyAt(doc, path, test);
};

const $size: Predicate = (path, operand) => {
  if (!Number.isInteger(operand)) throw new CommandError('BadValue', '$size needs a whole number');
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.length === operand);
};

const $elemMatch: Predicate = (path, operand, options) => {
  if (!isDoc(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const test = elementTest(operand, options);
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.some(test));
};

/** `{ $gt: 1 }` is asked of the elements themselves, `{ sku: 'a' }` of elements that are documents. */
function elementTest(operand: Doc, options: Options): (element: unknown) => boolean {
  const [first = ''] = Object.keys(operand);
  if (first.startsWith('$') && !['$and', '$or', '$nor'].includes(first)) {
    const query = new Query({ element: operand }, options);
    return (element) => query.test({ element });
  }
  const query = new Query(operand, options);
  return (element) => isDoc(element) && query.test(element);
}

/** The conditions a filter may put on a path; any other is refused by name. */
export const predicates: Record<`$${string}`, Predicate> = {
  $eq,
  $ne,
  $gt,
  $gte,
  $lt,
  $lte,
  $in,
  $nin,
  $exists,
  $type,
  $regex,
  $size,
  $elemMatch,
};
