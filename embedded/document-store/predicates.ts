import { keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import type { Doc } from './doc.ts';
import { valuesAt } from './path-values.ts';

/**
 * A condition on a path: with its operand, a test for documents. They compare by `keyOf`, so a filter and an index cannot disagree
 * about what is equal or smaller.
 */
type Predicate = (path: string, operand: unknown) => (doc: Doc) => boolean;

/** An array at the end of a path stands for its elements and for itself. */
function isAnyAt(doc: Doc, path: string, test: (value: unknown) => boolean): boolean {
  return valuesAt(doc, path).some((value) => (Array.isArray(value) && value.some(test)) || test(value));
}

function not(predicate: Predicate): Predicate {
  return (path, operand) => {
    const test = predicate(path, operand);
    return (doc) => !test(doc);
  };
}

/** A test for one value. Missing equals null. */
function equals(operand: unknown): (value: unknown) => boolean {
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const key = keyOf(operand);
  return (value) => keyOf(value) === key;
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
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$in needs an array');
  const keys = new Set(operand.map(keyOf));
  return (doc) => isAnyAt(doc, path, (value) => keys.has(keyOf(value)));
};
const $nin = not($in);

const $exists: Predicate = (path, operand) => {
  const isWanted = Boolean(operand);
  return (doc) => valuesAt(doc, path).some((value) => value !== undefined) === isWanted;
};

/** The conditions a filter may put on a path, `$elemMatch` apart. */
export const PREDICATES: Record<string, Predicate> = {
  $eq,
  $ne,
  $gt,
  $gte,
  $lt,
  $lte,
  $in,
  $nin,
  $exists,
};
