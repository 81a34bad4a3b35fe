import { findRecords } from './find-records.ts';
import type { Store } from './store.ts';

/** Deletes the documents whose time in a TTL index has passed. `now` in epoch milliseconds. */
export function sweep(store: Store, now: number): void {
  for (const collection of store.all()) {
    for (const { spec, fields } of collection.indexes.values()) {
      if (spec.expireAfterSeconds === undefined) continue;
      const expired = new Date(now - spec.expireAfterSeconds * 1000);
      const conditions = fields.map(({ path }) => ({ [path]: { $lte: expired } }));
      const filter = { $and: [...conditions, spec.partialFilterExpression ?? {}] };
      for (const record of findRecords(collection, { filter })) collection.remove(record);
    }
  }
}
