import mongoose, { type mongo } from 'mongoose';
import { missingIndexes } from './indexes.ts';
import { STEPS, type Step } from './steps.ts';

/** A migration step as recorded in the database. Times are the database's. */
interface StepRecord {
  _id: string;
  requires: string | null;
  startedAt: Date;
  /** Null while it runs, and when it was interrupted. */
  finishedAt: Date | null;
}

/** Returns the collection of recorded steps. */
export const stepRecords = (db: mongo.Db): mongo.Collection<StepRecord> =>
  db.collection<StepRecord>('migrations');

/** Returns the connected database. @throws Error when not connected */
export function connectedDatabase(): mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected to MongoDB');
  return db;
}

/** How the database compares to this release. */
interface SchemaState {
  /** Steps of newer releases after which this release must not serve. */
  newer: string[];
  /** Steps of this release that have not run, or not completed. */
  pending: string[];
  /** Indexes missing from the registered models, as `collection.name`. */
  missingIndexes: string[];
}

/** Compares the database with the steps and models of this process. Read-only. */
export async function readSchemaState(steps: readonly Step[] = STEPS): Promise<SchemaState> {
  const records = await stepRecords(connectedDatabase()).find({}).toArray();
  const known = new Set(steps.map(({ name }) => name));
  const finished = new Set(records.filter(({ finishedAt }) => finishedAt).map(({ _id }) => _id));
  return {
    newer: records
      .filter(({ _id, requires }) => !known.has(_id) && requires !== null && !known.has(requires))
      .map(({ _id }) => _id),
    pending: steps.map(({ name }) => name).filter((name) => !finished.has(name)),
    missingIndexes: await missingIndexes(),
  };
}

/** Whether the database must be migrated before this release may serve. */
export const isBehind = ({ pending, missingIndexes }: SchemaState): boolean =>
  pending.length > 0 || missingIndexes.length > 0;
