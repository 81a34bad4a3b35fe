import * as z from 'zod/mini';
import { CommandError } from '../command-error.ts';
import { decode } from '../doc.ts';
import { findRecords } from '../find-records.ts';
import { compileModification } from '../modification.ts';
import { docSchema, flagSchema } from '../shapes.ts';
import { defineCommand } from './command.ts';

/** Changes, removes or upserts the first document that matches, and returns it as it was or, if `new`, as it is. */
export const findAndModify = defineCommand(
  z.strictObject({
    findAndModify: z.string(),
    query: z.optional(docSchema),
    remove: z.optional(flagSchema),
    update: z.optional(z.unknown()),
    new: z.optional(flagSchema),
    upsert: z.optional(flagSchema),
  }),
  ({ findAndModify: name, query = {}, remove, update: change, new: isNew, upsert }, { store, database }) => {
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
    const [record] = findRecords(collection, { filter: query, limit: 1 });
    const before = record?.doc;
    if (remove) {
      if (record) collection.remove(record);
      return { lastErrorObject: { n: record ? 1 : 0 }, value: before ?? null };
    }
    const modification = compileModification(change);
    if (record && before) {
      collection.replace(record, modification.apply(decode(record.raw)));
      return { lastErrorObject: { n: 1, updatedExisting: true }, value: isNew ? record.doc : before };
    }
    if (!upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null };
    const inserted = collection.insert(modification.create(query));
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted._id },
      value: isNew ? inserted : null,
    };
  },
);
