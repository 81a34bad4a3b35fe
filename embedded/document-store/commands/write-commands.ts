import * as z from 'zod/mini';
import type { Collection } from '../collection.ts';
import { CommandError } from '../command-error.ts';
import { type Doc, decode } from '../doc.ts';
import { findRecords } from '../find-records.ts';
import { compileModification } from '../modification.ts';
import { compileProjection } from '../projection.ts';
import {
  type Command,
  type CommandContext,
  defineCommand,
  docSchema,
  flagSchema,
  sortSchema,
} from './command.ts';

function collectionOf({ store, database }: CommandContext, name: string): Collection {
  return store.getOrCreate(`${database}.${name}`);
}

/** Runs the statements of one command. Each stands alone; a refused one ends an ordered command. */
function runStatements<T>(
  statements: T[],
  isOrdered: boolean,
  run: (statement: T, index: number) => void,
): Doc[] {
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
  return writeErrors;
}

const errorsIn = (writeErrors: Doc[]): Doc => (writeErrors.length > 0 ? { writeErrors } : {});

const insert = defineCommand(
  z.strictObject({
    insert: z.string(),
    documents: z.array(docSchema),
    ordered: z.optional(z.boolean()),
    bypassDocumentValidation: z.optional(z.boolean()),
  }),
  ({ insert: name, documents, ordered = true }, context) => {
    const collection = collectionOf(context, name);
    const writeErrors = runStatements(documents, ordered, (doc) => collection.insert(doc));
    const n =
      ordered && writeErrors.length > 0
        ? Number(writeErrors[0]?.index)
        : documents.length - writeErrors.length;
    return { n, ...errorsIn(writeErrors) };
  },
);

const update = defineCommand(
  z.strictObject({
    update: z.string(),
    updates: z.array(
      z.strictObject({
        q: docSchema,
        u: z.unknown(),
        multi: z.optional(flagSchema),
        upsert: z.optional(flagSchema),
        arrayFilters: z.optional(z.array(docSchema)),
        hint: z.optional(z.unknown()),
      }),
    ),
    ordered: z.optional(z.boolean()),
    bypassDocumentValidation: z.optional(z.boolean()),
  }),
  ({ update: name, updates, ordered = true }, context) => {
    const collection = collectionOf(context, name);
    const upserted: Doc[] = [];
    let n = 0;
    let nModified = 0;
    const writeErrors = runStatements(updates, ordered, ({ q, u, multi, upsert, arrayFilters }, index) => {
      const modification = compileModification(u, arrayFilters);
      if (multi && modification.isReplacement) {
        throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
      }
      const records = findRecords(collection, { filter: q, limit: multi ? 0 : 1 });
      for (const record of records) {
        if (collection.replace(record, modification.apply(decode(record.raw)))) nModified++;
        n++;
      }
      if (records.length > 0 || !upsert) return;
      upserted.push({ index, _id: collection.insert(modification.create(q))._id });
      n++;
    });
    return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...errorsIn(writeErrors) };
  },
);

const deleteCommand = defineCommand(
  z.strictObject({
    delete: z.string(),
    deletes: z.array(
      z.strictObject({
        q: docSchema,
        limit: z.union([z.literal(0), z.literal(1)]),
        hint: z.optional(z.unknown()),
      }),
    ),
    ordered: z.optional(z.boolean()),
  }),
  ({ delete: name, deletes, ordered = true }, { store, database }) => {
    const collection = store.get(`${database}.${name}`);
    let n = 0;
    const writeErrors = runStatements(deletes, ordered, ({ q, limit }) => {
      for (const record of collection ? findRecords(collection, { filter: q, limit }) : []) {
        collection?.remove(record);
        n++;
      }
    });
    return { n, ...errorsIn(writeErrors) };
  },
);

const findAndModify = defineCommand(
  z.strictObject({
    findAndModify: z.string(),
    query: z.optional(docSchema),
    sort: z.optional(sortSchema),
    fields: z.optional(docSchema),
    remove: z.optional(flagSchema),
    update: z.optional(z.unknown()),
    new: z.optional(flagSchema),
    upsert: z.optional(flagSchema),
    arrayFilters: z.optional(z.array(docSchema)),
    hint: z.optional(z.unknown()),
    bypassDocumentValidation: z.optional(z.boolean()),
  }),
  (
    {
      findAndModify: name,
      query = {},
      sort,
      fields = {},
      remove,
      update: change,
      new: isNew,
      upsert,
      arrayFilters,
    },
    context,
  ) => {
    if (Boolean(remove) === (change !== undefined)) {
      throw new CommandError(
        'FailedToParse',
        'Either an update or remove=true must be specified, and not both',
      );
    }
    if (remove && (isNew || upsert)) {
      throw new CommandError('FailedToParse', 'Cannot specify new or upsert with remove=true');
    }
    const collection = collectionOf(context, name);
    const project = compileProjection(fields) ?? ((doc: Doc) => doc);
    const [record] = findRecords(collection, { filter: query, sort, limit: 1 });
    const before = record?.doc;
    if (remove) {
      if (record) collection.remove(record);
      return { lastErrorObject: { n: record ? 1 : 0 }, value: before ? project(before) : null };
    }
    const modification = compileModification(change, arrayFilters);
    if (record && before) {
      collection.replace(record, modification.apply(decode(record.raw)));
      return {
        lastErrorObject: { n: 1, updatedExisting: true },
        value: project(isNew ? record.doc : before),
      };
    }
    if (!upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
    const inserted = collection.insert(modification.create(query));
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted._id },
      value: isNew ? project(inserted) : null,
    };
  },
);

/** Commands that change documents. A collection that does not exist is made. */
export const writeCommands: Record<string, Command> = {
  insert,
  update,
  delete: deleteCommand,
  findAndModify,
  findandmodify: (command, context) => {
    const { findandmodify, ...rest } = command;
    return findAndModify({ findAndModify: findandmodify, ...rest }, context);
  },
};
