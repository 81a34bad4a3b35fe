import * as z from 'zod/mini';
import { CommandError } from '../command-error.ts';
import { decode } from '../doc.ts';
import { findRecords } from '../find-records.ts';
import { compileModification } from '../modification.ts';
import { compileProjection } from '../projection.ts';
import { directionsSchema, docSchema, flagSchema } from '../shapes.ts';
import { defineCommand } from './command.ts';

/** Changes, replaces, removes or upserts the first document that matches, and returns it as it was or, if `new`, as it is. */
export const findAndModify = defineCommand(
  z.strictObject({
    findAndModify: z.string(),
    query: z.optional(docSchema),
    sort: z.optional(directionsSchema),
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
    { store, database },
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
    const collection = store.getOrCreate(`${database}.${name}`);
    const project = compileProjection(fields);
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
