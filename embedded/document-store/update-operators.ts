import { keyOf } from './bson-key.ts';
import { CommandError } from './command-error.ts';
import { isDoc } from './doc.ts';
import { compileElementTest } from './filter.ts';
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

function arrayAt(place: Place, name: string): unknown[] | undefined {
  const value = place.get();
  if (value === undefined || Array.isArray(value)) return value;
  throw new CommandError('BadValue', `The field '${place.path}' must be an array to apply ${name}`);
}

function push(place: Place, operand: unknown): void {
  const [modifier] = isDoc(operand) ? Object.keys(operand) : [];
  if (modifier?.startsWith('$'))
    throw new CommandError('BadValue', `Unrecognized clause in $push: ${modifier}`);
  place.set([...(arrayAt(place, '$push') ?? []), operand]);
}

/** `$pull` takes a value, a condition on the elements (`{ $gt: 1 }`), or one on the fields of elements (`{ sku: 'a' }`). */
function pull(place: Place, operand: unknown): void {
  const present = arrayAt(place, '$pull');
  const isUnwanted = isDoc(operand) ? compileElementTest(operand) : equalTo(operand);
  if (present) place.set(present.filter((element) => !isUnwanted(element)));
}

function equalTo(operand: unknown): (element: unknown) => boolean {
  const key = keyOf(operand);
  return (element) => keyOf(element) === key;
}

/** The update operators of this document store; any other is refused by name. */
export const OPERATORS: Record<string, Operator> = {
  $set: { creates: true, apply: (place, operand) => place.set(operand) },
  $setOnInsert: { creates: true, apply: (place, operand) => place.set(operand) },
  $unset: { creates: false, apply: (place) => place.unset() },
  $inc: { creates: true, apply: increment },
  $push: { creates: true, apply: push },
  $pull: { creates: false, apply: pull },
};
