import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';
import { compileFilter, type Matches } from './filter.ts';
import { OPERATORS } from './update-operators.ts';
import { concretePaths, locate } from './update-path.ts';

/** A compiled update: changes the given document in place. `isInsert` says that it is being created by an upsert. */
export type Update = (doc: Doc, isInsert: boolean) => void;

/**
 * Compiles an update made of operators.
 *
 * @throws CommandError for unknown operators (fields of a document that is to replace another are such), two operators on one path,
 * and operands of the wrong type
 */
export function compileUpdate(update: Doc, arrayFilters: Doc[] = []): Update {
  const steps = Object.entries(update).flatMap(([name, fields]) => {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (!operator) {
      throw new CommandError(
        'FailedToParse',
        `Unknown modifier: ${name}. This document store knows ${Object.keys(OPERATORS)}`,
      );
    }
    if (!isDoc(fields)) {
      throw new CommandError('FailedToParse', `Modifiers operate on fields but ${name} got no document`);
    }
    return Object.entries(fields).map(([path, operand]) => ({ name, operator, path, operand }));
  });
  // MongoDB adds new fields in the order of their names, whatever the order in the update.
  steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  refuseConflicts(steps);
  const elements = compileArrayFilters(arrayFilters, steps);

  return (doc, isInsert) => {
    const due = steps
      .filter(({ name }) => isInsert || name !== '$setOnInsert')
      .flatMap((step) => concretePaths(doc, step.path, elements).map((path) => ({ ...step, path })));
    if (due.length > 1) refuseConflicts(due);
    for (const { operator, path, operand } of due) {
      const place = locate(doc, path, operator.creates);
      if (place) operator.apply(place, operand);
    }
  };
}

function refuseConflicts(steps: { path: string }[]): void {
  const taken = new Set<string>();
  for (const { path } of steps) {
    const parts = path.split('.');
    if (parts.includes('__proto__')) {
      throw new CommandError('BadValue', "A field named '__proto__' is not supported");
    }
    if (parts.includes('')) {
      throw new CommandError('BadValue', `The update path '${path}' contains an empty field name`);
    }
    const conflict = parts
      .map((_, at) => parts.slice(0, at + 1).join('.'))
      .find((prefix) => taken.has(prefix));
    if (conflict !== undefined) {
      throw new CommandError(
        'ConflictingUpdateOperators',
        `Updating the path '${path}' would create a conflict at '${conflict}'`,
      );
    }
    taken.add(path);
  }
}

/** `[{ 'item.sku': 'a' }]` becomes a test of elements by the name `item`, asked of `{ item: element }`. */
function compileArrayFilters(arrayFilters: Doc[], steps: { path: string }[]): Map<string, Matches> {
  const elements = new Map<string, Matches>();
  for (const filter of arrayFilters) {
    const names = new Set(Object.keys(filter).map((path) => path.split('.')[0] ?? ''));
    const [name = ''] = names;
    if (names.size !== 1 || !/^[a-z]\w*$/i.test(name)) {
      throw new CommandError(
        'FailedToParse',
        'An array filter must name one identifier, and no operator, at its top',
      );
    }
    if (elements.has(name)) {
      throw new CommandError('FailedToParse', `Found multiple array filters for ${name}`);
    }
    if (!steps.some(({ path }) => path.split('.').includes(`$[${name}]`))) {
      throw new CommandError(
        'FailedToParse',
        `The array filter for identifier '${name}' was not used in the update`,
      );
    }
    elements.set(name, compileFilter(filter));
  }
  return elements;
}
