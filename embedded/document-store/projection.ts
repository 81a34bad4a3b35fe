import { CommandError } from './command-error.ts';
import type { Doc } from './doc.ts';

/**
 * Compiles a projection to some of a document's fields; `_id` comes along. What is left keeps the order of the document.
 *
 * @throws CommandError for anything but `{ name: 1 }`: paths, expressions, and fields to be left out
 */
export function compileProjection(projection: Doc): (doc: Doc) => Doc {
  for (const [name, isWanted] of Object.entries(projection)) {
    if (isWanted === 1 && !/[.$]/.test(name)) continue;
    throw new CommandError('BadValue', `The projection of '${name}' is not supported by this document store`);
  }
  const kept = new Set(['_id', ...Object.keys(projection)]);
  return (doc) => Object.fromEntries(Object.entries(doc).filter(([name]) => kept.has(name)));
}
