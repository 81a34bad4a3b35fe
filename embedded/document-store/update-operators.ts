import { BSONRegExp } from 'bson';
import { keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import { isDoc } from './doc.ts';
import { compileFilter } from './filter.ts';
import type { Place } from './update-path.ts';

/** An update operator. `creates` says whether it makes the missing documents on its path. */
type Operator = { creates: boolean; apply: (place: Place, operand: unknown) => void };

function increment(place: Place, operand: unknown): void {
  if (typeof operand !== 'number') {
    throw new CommandError(
      'TypeMismatch',
      `Cannot increment with non-numeric argument: {${place.path}: ${JSON.stringify(operand)}}`,
    );
  }
  const present = place.get();
  const value = present === undefined ? 0 : present;
  if (typeof value !== 'number') {
    throw new CommandError(
      'TypeMismatch',
      `Cannot apply $inc to the field '${place.path}', which is not a number`,
    );
  }
  const sum = value + operand;
  if (Number.isInteger(sum) && !Number.isSafeInteger(sum)) {
    throw new CommandError(
      'BadValue',
      `$inc would take '${place.path}' beyond 2^53, which this document store cannot hold`,
    );
  }
  place.set(sum);
}

/** Keeps whichever of the two values is lower (or higher), in the order of all types. */
function bound(isBetter: (candidate: string, present: string) => boolean): Operator['apply'] {
  return (place, operand) => {
    const present = place.get();
    if (present === undefined || isBetter(keyOf(operand), keyOf(present))) place.set(operand);
  };
}

function arrayAt(place: Place, name: string): unknown[] | undefined {
  const value = place.get();
  if (value === undefined || Array.isArray(value)) return value;
  throw new CommandError('BadValue', `The field '${place.path}' must be an array to apply ${name}`);
}

/** The values that `$push` and `$addToSet` add: one, or those of `$each`. Other modifiers are refused by name. */
function additions(
  operand: unknown,
  name: string,
  modifiers: string[],
): { values: unknown[]; slice: number } {
  const all = { slice: Number.POSITIVE_INFINITY };
  if (!isDoc(operand) || !Object.keys(operand).some((key) => key.startsWith('$'))) {
    return { ...all, values: [operand] };
  }

  const unknown = Object.keys(operand).find((key) => !modifiers.includes(key));
  if (unknown !== undefined) throw new CommandError('BadValue', `Unrecognized clause in ${name}: ${unknown}`);
  const { $each: values, $slice: slice = all.slice } = operand;
  if (!Array.isArray(values)) {
    throw new CommandError('TypeMismatch', `The argument to $each in ${name} must be an array`);
  }
  if (typeof slice !== 'number' || (slice !== all.slice && !Number.isInteger(slice))) {
    throw new CommandError('BadValue', 'The value for $slice must be an integer');
  }
  return { values, slice };
}

function push(place: Place, operand: unknown): void {
  const { values, slice } = additions(operand, '$push', ['$each', '$slice']);
  const all = [...(arrayAt(place, '$push') ?? []), ...values];
  place.set(slice < 0 ? all.slice(slice) : all.slice(0, slice));
}

function addToSet(place: Place, operand: unknown): void {
  const { values } = additions(operand, '$addToSet', ['$each']);
  const all = [...(arrayAt(place, '$addToSet') ?? [])];
  const known = new Set(all.map(keyOf));
  for (const value of values) {
    if (known.has(keyOf(value))) continue;
    known.add(keyOf(value));
    all.push(value);
  }
  place.set(all);
}

function removeWhere(place: Place, name: string, isUnwanted: (element: unknown) => boolean): void {
  const present = arrayAt(place, name);
  if (present) place.set(present.filter((element) => !isUnwanted(element)));
}

/** `$pull` takes a value, a condition on the elements (`{ $gt: 1 }`), or one on the fields of elements (`{ sku: 'a' }`). */
function elementTest(operand: unknown): (element: unknown) => boolean {
  if (
    isDoc(operand) &&
    !Object.keys(operand).some((key) => key.startsWith('$') && !['$and', '$or', '$nor'].includes(key))
  ) {
    const matches = compileFilter(operand);
    return (element) => isDoc(element) && matches(element);
  }
  if (isDoc(operand) || operand instanceof BSONRegExp) {
    const matches = compileFilter({ element: operand });
    return (element) => matches({ element });
  }
  const key = keyOf(operand);
  return (element) => keyOf(element) === key;
}

function pullAll(place: Place, operand: unknown): void {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$pullAll requires an array argument');
  const unwanted = new Set(operand.map(keyOf));
  removeWhere(place, '$pullAll', (element) => unwanted.has(keyOf(element)));
}

/** The update operators of this document store; any other is refused by name. */
export const OPERATORS: Record<string, Operator> = {
  $set: { creates: true, apply: (place, operand) => place.set(operand) },
  $setOnInsert: { creates: true, apply: (place, operand) => place.set(operand) },
  $unset: { creates: false, apply: (place) => place.unset() },
  $inc: { creates: true, apply: increment },
  $min: { creates: true, apply: bound((candidate, present) => candidate < present) },
  $max: { creates: true, apply: bound((candidate, present) => candidate > present) },
  $push: { creates: true, apply: push },
  $addToSet: { creates: true, apply: addToSet },
  $pull: { creates: false, apply: (place, operand) => removeWhere(place, '$pull', elementTest(operand)) },
  $pullAll: { creates: false, apply: pullAll },
};
