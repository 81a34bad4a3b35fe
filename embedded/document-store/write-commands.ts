import * as z from 'zod/mini';
import type { Collection } from './collection.ts';
import { type Command, defineCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { type Doc, decode, docSchema, type StoredRecord } from './document.ts';
import { findRecords } from './find-records.ts';
import { compileUpdate } from './update.ts';
import { encodeFound } from './wire-protocol.ts';

const insert = defineCommand(
  z.strictObject({
    insert: z.string(),
    documents: z.array(docSchema),
    ordered: z.optional(z.boolean()),
  }),
  ({ insert: name, documents, ordered }, { store, database }) => {
    const collection = store.getOrCreate(`${database}.${name}`);
    let n = 0;
    const errors = runStatements(documents, ordered, (doc) => {
      collection.insert(doc);
      n++;
    });
    return { n, ...errors };
  },
);

const update = defineCommand(
  z.strictObject({
    update: z.string(),
    updates: z.array(
      z.strictObject({
        q: docSchema,
        u: z.unknown(),
        multi: z.optional(z.boolean()),
        upsert: z.optional(z.boolean()),
        arrayFilters: z.optional(z.array(docSchema)),
      }),
    ),
    ordered: z.optional(z.boolean()),
  }),
  ({ update: name, updates, ordered }, { store, database }) => {
    const collection = store.getOrCreate(`${database}.${name}`);
    const upserted: Doc[] = [];
    let n = 0;
    let nModified = 0;
    const errors = runStatements(updates, ordered, ({ q, u, multi, upsert, arrayFilters }, index) => {
      const statement = { filter: q, update: u, upsert, arrayFilters };
      if (multi) {
        const updated = updateAll(collection, statement);
        n += updated.n;
        nModified += updated.nModified;
        return;
      }
      const { before, after, isModified } = updateFirst(collection, statement);
      if (after) n++;
      if (isModified) nModified++;
      if (after && !before) upserted.push({ index, _id: after.doc._id });
    });
    return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...errors };
  },
);

const deleteCommand = defineCommand(
  z.strictObject({
    delete: z.string(),
    deletes: z.array(
      z.strictObject({
        q: docSchema,
        limit: z.union([z.literal(0), z.literal(1)]),
      }),
    ),
    ordered: z.optional(z.boolean()),
  }),
  ({ delete: name, deletes, ordered }, { store, database }) => {
    const collection = store.get(`${database}.${name}`);
    let n = 0;
    const errors = runStatements(deletes, ordered, ({ q, limit }) => {
      for (const record of findRecords(collection, { filter: q, limit })) {
        collection?.remove(record);
        n++;
      }
    });
    return { n, ...errors };
  },
);

/** Updates or removes the first match, and returns it as it was before, or after if `new`. */
const findAndModify = defineCommand(
  z.strictObject({
    findAndModify: z.string(),
    query: z.optional(docSchema),
    remove: z.optional(z.boolean()),
    update: z.optional(z.unknown()),
    new: z.optional(z.boolean()),
    upsert: z.optional(z.literal(false)),
  }),
  ({ findAndModify: name, query = {}, remove, update, new: isNew }, { store, database }) => {
    if (Boolean(remove) === (update !== undefined)) {
      throw new CommandError(
        'FailedToParse',
        'Either an update or remove=true must be specified, and not both',
      );
    }
    if (remove && isNew) throw new CommandError('FailedToParse', 'Cannot specify new with remove=true');
    const collection = store.getOrCreate(`${database}.${name}`);
    if (remove) {
      const [record] = findRecords(collection, { filter: query, limit: 1 });
      if (record) collection.remove(record);
      return replyWith({ n: record ? 1 : 0 }, record?.raw);
    }
    const { before, after } = updateFirst(collection, { filter: query, update });
    const lastErrorObject = { n: before ? 1 : 0, updatedExisting: before !== null };
    return replyWith(lastErrorObject, isNew ? after?.raw : before);
  },
);

const replyWith = (lastErrorObject: Doc, value: Uint8Array | null | undefined): Doc | Uint8Array =>
  value ? encodeFound(lastErrorObject, value) : { lastErrorObject, value: null };

/** Commands that change documents. Missing collections are created. */
export const writeCommands: Record<string, Command> = {
  insert,
  update,
  delete: deleteCommand,
  findAndModify,
};

/**
 * Runs the statements of one command independently. An error stops an ordered command.
 *
 * @returns the field `writeErrors` if there were errors
 */
function runStatements<T>(
  statements: T[],
  isOrdered = true,
  run: (statement: T, index: number) => void,
): Doc {
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.details });
      if (isOrdered) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

type UpdateStatement = {
  filter: Doc;
  update: unknown;
  upsert?: boolean | undefined;
  arrayFilters?: Doc[] | undefined;
};

/**
 * Result of an update. `before` is the document's former BSON, null if nothing matched. `after` is null too
 * then, unless it was an upsert.
 */
type UpdateResult = { before: Uint8Array | null; after: StoredRecord | null; isModified: boolean };

/** Updates the first match, or inserts a document if `upsert` is set. */
function updateFirst(
  collection: Collection,
  { filter, update, upsert = false, arrayFilters }: UpdateStatement,
): UpdateResult {
  const compiled = compileUpdate(update, arrayFilters);
  const [record] = findRecords(collection, { filter, limit: 1 });
  if (record) {
    const before = record.raw;
    const isModified = collection.replace(record, compiled.apply(decode(before)), compiled.fields);
    return { before, after: record, isModified };
  }
  return {
    before: null,
    after: upsert ? collection.insert(compiled.create(filter)) : null,
    isModified: false,
  };
}

/**
 * Updates all matches.
 * @throws CommandError for an upsert, which the product only uses with single updates
 */
function updateAll(
  collection: Collection,
  { filter, update, upsert, arrayFilters }: UpdateStatement,
): { n: number; nModified: number } {
  if (upsert)
    throw new CommandError('FailedToParse', 'multi with upsert is not supported by this document store');
  const compiled = compileUpdate(update, arrayFilters);
  const records = findRecords(collection, { filter });
  const modified = records.filter((record) =>
    collection.replace(record, compiled.apply(decode(record.raw)), compiled.fields),
  );
  return { n: records.length, nModified: modified.length };
}
