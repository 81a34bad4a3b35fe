import { keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc, valuesAt } from './document.ts';

/** A compiled filter: returns whether a document matches. */
export type Matches = (doc: Doc) => boolean;

/**
 * Compiles a filter.
 *
 * @throws CommandError (BadValue) for an unsupported or misused operator
 */
export function compileFilter(filter: Doc): Matches {
  const tests = Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith('$') ? [compileLogic(name, operand)] : compileConditions(name, operand),
  );
  return (doc) => tests.every((test) => test(doc));
}

/** A condition that every match satisfies. The path is a field's path, or `$or`. */
export type Clause = [path: string, condition: unknown];

/** Returns the clauses of a filter, with `$and` flattened. */
export function clausesOf(filter: Doc): Clause[] {
  return Object.entries(filter).flatMap(([path, condition]): Clause[] =>
    path === '$and' && Array.isArray(condition)
      ? condition.filter(isDoc).flatMap(clausesOf)
      : [[path, condition]],
  );
}

/** Returns the operators of a condition. A plain value is `$eq`. */
export function operatorsOf(condition: unknown): [operator: string, operand: unknown][] {
  const hasOperators = isDoc(condition) && Object.keys(condition).some((name) => name.startsWith('$'));
  return hasOperators ? Object.entries(condition) : [['$eq', condition]];
}

/** Compiles a condition on array elements such as `{ sku: 'a' }`. Only elements that are documents match. */
export function compileElementFilter(condition: Doc): (element: unknown) => boolean {
  const matches = compileFilter(condition);
  return (element) => isDoc(element) && matches(element);
}

function compileLogic(name: string, operand: unknown): Matches {
  if (name !== '$and' && name !== '$or') throw unknownOperator(name);
  if (!Array.isArray(operand) || operand.length === 0 || !operand.every(isDoc)) {
    throw new CommandError('BadValue', `${name} must be a nonempty array`);
  }
  const filters = operand.map(compileFilter);
  return name === '$and'
    ? (doc) => filters.every((matches) => matches(doc))
    : (doc) => filters.some((matches) => matches(doc));
}

function compileConditions(path: string, condition: unknown): Matches[] {
  return operatorsOf(condition).map(([name, operand]) => {
    const predicate = Object.hasOwn(PREDICATES, name) ? PREDICATES[name] : undefined;
    if (!predicate) throw unknownOperator(name);
    return predicate(path, operand);
  });
}

/** Compiles the operand of a condition on a path into a test for documents. */
type Predicate = (path: string, operand: unknown) => Matches;

const $eq: Predicate = (path, operand) => {
  const test = equals(operand);
  return (doc) => isAnyAt(doc, path, test);
};

const $in: Predicate = (path, operand) => {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$in needs an array');
  const keys = new Set(operand.map(keyOf));
  return (doc) => isAnyAt(doc, path, (value) => keys.has(keyOf(value)));
};

const $exists: Predicate = (path, operand) => {
  const isWanted = Boolean(operand);
  return (doc) => valuesAt(doc, path).some((value) => value !== undefined) === isWanted;
};

const areOperators = (condition: Doc): boolean =>
  Object.keys(condition).some((name) => name.startsWith('$') && name !== '$and' && name !== '$or');

/** Compiles operators on the array elements themselves, such as `{ $gte: 'a', $lt: 'b' }`. */
function compileValueFilter(operators: Doc): (element: unknown) => boolean {
  const matches = compileFilter({ element: operators });
  return (element) => matches({ element });
}

const $elemMatch: Predicate = (path, operand) => {
  if (!isDoc(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const test = areOperators(operand) ? compileValueFilter(operand) : compileElementFilter(operand);
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.some(test));
};

/** The supported conditions on a path. */
const PREDICATES: Record<string, Predicate> = {
  $eq,
  $ne: not($eq),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in,
  $nin: not($in),
  $exists,
  $elemMatch,
};

/** Tests the values at a path. For an array, the elements and the array itself are tested. */
function isAnyAt(doc: Doc, path: string, test: (value: unknown) => boolean): boolean {
  return valuesAt(doc, path).some((value) => (Array.isArray(value) && value.some(test)) || test(value));
}

/** Returns an equality test for one value. A missing value equals null. */
function equals(operand: unknown): (value: unknown) => boolean {
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const key = keyOf(operand);
  return (value) => keyOf(value) === key;
}

function not(predicate: Predicate): Predicate {
  return (path, operand) => {
    const test = predicate(path, operand);
    return (doc) => !test(doc);
  };
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

const NAN_KEY = keyOf(Number.NaN);

/** Only values of the same type are comparable. NaN is comparable only to itself. */
function areComparable(key: string, other: string): boolean {
  return key === other || (key.charAt(0) === other.charAt(0) && key !== NAN_KEY && other !== NAN_KEY);
}

const unknownOperator = (name: string): CommandError =>
  new CommandError('BadValue', `unknown operator: ${name}, to this document store`);
