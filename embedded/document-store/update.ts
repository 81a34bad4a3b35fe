import { CommandError } from './command-error.ts';
import { type Doc, isDoc, topFieldOf } from './document.ts';
import { clausesOf, compileFilter, type Matches, operatorsOf } from './filter.ts';
import { OPERATORS, type Operator, Place } from './update-operators.ts';

/** A compiled update. */
type Update = {
  /** The top-level fields that it may change. */
  fields: ReadonlySet<string>;
  /** Changes a document in place and returns it. */
  apply: (doc: Doc) => Doc;
  /** Creates the document to insert if no document matched the filter. */
  create: (filter: Doc) => Doc;
};

/** One operator on one path. */
type Step = { name: string; operator: Operator; path: string; operand: unknown };

/**
 * Compiles the update of an `update` or `findAndModify` command.
 *
 * @throws CommandError for replacements, pipelines, unknown operators, and two operators on one path
 */
export function compileUpdate(update: unknown, arrayFilters: Doc[] = []): Update {
  const steps = stepsOf(update);
  refuseConflicts(steps.map(({ path }) => path));
  const elementFilters = compileArrayFilters(arrayFilters, steps);

  const run = (doc: Doc, due: Step[]) => {
    const targets = due.flatMap(({ operator, path, operand }) =>
      placesAt(doc, path, elementFilters).map((place) => ({ operator, place, operand })),
    );
    refuseConflicts(targets.map(({ place }) => place.path));
    for (const { operator, place, operand } of targets) operator(place, operand);
    return doc;
  };
  const stepsForExisting = steps.filter(({ name }) => name !== '$setOnInsert');
  return {
    fields: new Set(steps.map(({ path }) => topFieldOf(path))),
    apply: (doc) => run(doc, stepsForExisting),
    create: (filter) => run(equalFieldsOf(filter), steps),
  };
}

function stepsOf(update: unknown): Step[] {
  if (!isDoc(update)) {
    throw new CommandError('FailedToParse', 'Updates by a pipeline are not supported by this document store');
  }
  if (Object.keys(update).length === 0) {
    throw new CommandError('FailedToParse', 'Replacing a document is not supported by this document store');
  }
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
  // MongoDB adds new fields in alphabetical order, regardless of the order in the update.
  return steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function refuseConflicts(paths: string[]): void {
  const taken = new Set<string>();
  for (const path of paths) {
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

/** Compiles array filters: `[{ 'item.sku': 'a' }]` becomes filter `item`, applied to `{ item: element }`. */
function compileArrayFilters(arrayFilters: Doc[], steps: Step[]): Map<string, Matches> {
  const elementFilters = new Map<string, Matches>();
  for (const filter of arrayFilters) {
    const names = new Set(Object.keys(filter).map((path) => path.split('.')[0] ?? ''));
    const [name = ''] = names;
    if (names.size !== 1 || !/^[a-z]\w*$/i.test(name)) {
      throw new CommandError(
        'FailedToParse',
        'An array filter must name one identifier, and no operator, at its top',
      );
    }
    if (elementFilters.has(name)) {
      throw new CommandError('FailedToParse', `Found multiple array filters for ${name}`);
    }
    if (!steps.some(({ path }) => path.split('.').includes(`$[${name}]`))) {
      throw new CommandError(
        'FailedToParse',
        `The array filter for identifier '${name}' was not used in the update`,
      );
    }
    elementFilters.set(name, compileFilter(filter));
  }
  return elementFilters;
}

/** Returns the places of a path in a document: one per matching element if it contains `$[name]`. */
function placesAt(doc: Doc, path: string, elementFilters: Map<string, Matches>): Place[] {
  let places = [new Place(doc)];
  for (const part of path.split('.')) {
    const name = /^\$\[(\w+)\]$/.exec(part)?.[1];
    if (part.startsWith('$') && name === undefined) {
      throw new CommandError(
        'BadValue',
        `'${part}' in the update path '${path}' is not supported by this document store; use arrayFilters`,
      );
    }
    places = places.flatMap((place) =>
      name === undefined ? place.field(part) : elementPlaces(place, name, { path, elementFilters }),
    );
  }
  return places;
}

function elementPlaces(
  place: Place,
  name: string,
  { path, elementFilters }: { path: string; elementFilters: Map<string, Matches> },
): Place[] {
  const matches = elementFilters.get(name);
  if (!matches) {
    throw new CommandError('BadValue', `No array filter found for identifier '${name}' in path '${path}'`);
  }
  return place.elements(path).filter((element) => matches({ [name]: element.get() }));
}

/** Returns the fields that a filter requires to be equal, which become part of an upserted document. */
function equalFieldsOf(filter: Doc): Doc {
  const doc: Doc = {};
  const seen = new Set<string>();
  for (const [path, condition] of clausesOf(filter)) {
    if (path.startsWith('$')) continue;
    for (const [operator, operand] of operatorsOf(condition)) {
      const values = operator === '$in' && Array.isArray(operand) ? operand : [operand];
      if ((operator !== '$eq' && operator !== '$in') || values.length !== 1) continue;
      if (seen.has(path)) {
        throw new CommandError(
          'NotSingleValueField',
          `cannot infer query fields to set, path '${path}' is matched twice`,
        );
      }
      seen.add(path);
      for (const place of placesAt(doc, path, new Map())) place.set(values[0]);
    }
  }
  return doc;
}
