import { CommandError } from './command-error.ts';
import { operatorsOf } from './constraints.ts';
import { type Doc, isDoc } from './doc.ts';
import { valuesAt } from './path-values.ts';
import { PREDICATES } from './predicates.ts';

/** A compiled filter: does this document match? */
export type Matches = (doc: Doc) => boolean;

/**
 * Compiles a filter.
 *
 * @throws CommandError (BadValue) for an operator the store does not know, or one used wrongly.
 */
export function compileFilter(filter: Doc): Matches {
  const tests = Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith('$') ? [compileLogic(name, operand)] : compileConditions(name, operand),
  );
  return (doc) => tests.every((test) => test(doc));
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
    if (name === '$elemMatch') return compileElementMatch(path, operand);
    const predicate = Object.hasOwn(PREDICATES, name) ? PREDICATES[name] : undefined;
    if (!predicate) throw unknownOperator(name);
    return predicate(path, operand);
  });
}

function compileElementMatch(path: string, operand: unknown): Matches {
  if (!isDoc(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const test = compileElementTest(operand);
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.some(test));
}

/** A test for the elements of an array: `{ $gt: 1 }` is asked of the elements themselves, `{ sku: 'a' }` of those that are documents. */
export function compileElementTest(condition: Doc): (element: unknown) => boolean {
  const [first = ''] = Object.keys(condition);
  if (first.startsWith('$') && first !== '$and' && first !== '$or') {
    const matches = compileFilter({ element: condition });
    return (element) => matches({ element });
  }
  const matches = compileFilter(condition);
  return (element) => isDoc(element) && matches(element);
}

const unknownOperator = (name: string): CommandError =>
  new CommandError('BadValue', `unknown operator: ${name}, to this document store`);
