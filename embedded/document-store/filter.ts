import { BSONRegExp } from 'bson';
import { Context } from 'mingo/core';
import { $and, $nor, $not, $or } from 'mingo/operators/query/logical';
import { Query } from 'mingo/query';
import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './doc.ts';
import { predicates } from './predicates.ts';

/** mingo takes filters apart and combines the conditions; the conditions are ours, because its own differ from MongoDB's. */
const context = Context.init({ query: { $and, $or, $nor, $not, ...predicates } });

/** A compiled filter: does this document match? */
export type Matches = (doc: Doc) => boolean;

/** BSON patterns become JavaScript ones; the two know the same letters i, m and s. */
function toRegExp({ pattern, options }: BSONRegExp): RegExp {
  if (/[^ims]/.test(options)) {
    throw new CommandError('BadValue', `Pattern options '${options}' are not supported`);
  }
  return new RegExp(pattern, options);
}

/** Checks what mingo is silent about, and turns patterns into ones it can run. */
function prepare(value: unknown): unknown {
  if (value instanceof BSONRegExp) return toRegExp(value);
  if (Array.isArray(value)) return value.map(prepare);
  if (!isDoc(value)) return value;
  for (const [name, operand] of Object.entries(value)) {
    if ((name === '$and' || name === '$or' || name === '$nor') && !isFilled(operand)) {
      throw new CommandError('BadValue', `${name} must be a nonempty array`);
    }
    if (name === '$options' && /[^ims]/.test(String(operand))) {
      throw new CommandError('BadValue', `Pattern options '${operand}' are not supported`);
    }
    if (name === '$not' && !isDoc(operand) && !(operand instanceof BSONRegExp)) {
      throw new CommandError('BadValue', '$not needs a regex or a document');
    }
  }
  return Object.fromEntries(Object.entries(value).map(([name, operand]) => [name, prepare(operand)]));
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isDoc);
}

/**
 * Compiles a filter.
 *
 * @throws CommandError (BadValue) for an operator the store does not know, or one used wrongly.
 */
export function compileFilter(filter: Doc): Matches {
  try {
    const query = new Query(Object.assign({}, prepare(filter)), { context });
    return (doc) => query.test(doc);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('BadValue', error instanceof Error ? error.message : String(error));
  }
}
