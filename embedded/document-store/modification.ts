import { CommandError } from './command-error.ts';
import { clausesOf, operatorsOf } from './constraints.ts';
import { type Doc, isDoc } from './doc.ts';
import { compileUpdate } from './update.ts';
import { locate } from './update-path.ts';

/** What an update statement makes of documents. */
export type Modification = {
  /** The document afterwards. The given one is the caller's own and may be changed. */
  apply: (doc: Doc) => Doc;
  /** The document to insert where nothing matched the filter. */
  create: (filter: Doc) => Doc;
};

/** Compiles the update of an `update` or `findAndModify` command. @throws CommandError if it is not made of operators */
export function compileModification(update: unknown, arrayFilters?: Doc[]): Modification {
  if (!isDoc(update)) {
    throw new CommandError('FailedToParse', 'Updates by a pipeline are not supported by this document store');
  }
  if (Object.keys(update).length === 0) {
    throw new CommandError('FailedToParse', 'Replacing a document is not supported by this document store');
  }
  const change = compileUpdate(update, arrayFilters);
  return {
    apply: (doc) => {
      change(doc, false);
      return doc;
    },
    create: (filter) => {
      const doc = seedOf(filter);
      change(doc, true);
      return doc;
    },
  };
}

/** An upsert starts from what the filter asks to be equal. */
function seedOf(filter: Doc): Doc {
  const seed: Doc = {};
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
      locate(seed, path, true)?.set(values[0]);
    }
  }
  return seed;
}
