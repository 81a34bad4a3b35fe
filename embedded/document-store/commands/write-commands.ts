import * as z from 'zod/mini';
import { CommandError } from '../command-error.ts';
import { type Doc, decode } from '../doc.ts';
import { findRecords } from '../find-records.ts';
import { compileModification } from '../modification.ts';
import { docSchema, flagSchema } from '../shapes.ts';
import { type Command, defineCommand } from './command.ts';
import { findAndModify } from './find-and-modify.ts';

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
  }),
  ({ insert: name, documents, ordered = true }, { store, database }) => {
    const collection = store.getOrCreate(`${database}.${name}`);
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
      }),
    ),
    ordered: z.optional(z.boolean()),
  }),
  ({ update: name, updates, ordered = true }, { store, database }) => {
    const collection = store.getOrCreate(`${database}.${name}`);
    const upserted: Doc[] = [];
    let n = 0;
    let nModified = 0;
    const writeErrors = runStatements(updates, ordered, ({ q, u, multi, upsert, arrayFilters }, index) => {
      const modification = compileModification(u, arrayFilters);
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
      }),
    ),
    ordered: z.optional(z.boolean()),
  }),
  ({ delete: name, deletes, ordered = true }, { store, database }) => {
    const collection = store.get(`${database}.${name}`);
    let n = 0;
    const writeErrors = runStatements(deletes, ordered, ({ q, limit }) => {
      for (const record of findRecords(collection, { filter: q, limit })) {
        collection?.remove(record);
        n++;
      }
    });
    return { n, ...errorsIn(writeErrors) };
  },
);

/** Commands that change documents. A collection that does not exist is made. */
export const writeCommands: Record<string, Command> = {
  insert,
  update,
  delete: deleteCommand,
  findAndModify,
};
