import mongoose, { type mongo } from 'mongoose';
import { missingIndexes } from './indexes.ts';
import { STEPS, type Step } from './steps.ts';

/** A step as the database remembers it. Instants are those of the database. */
export interface StepRecord {
  _id: string;
  requires: string | null;
  startedAt: Date;
  /** Null while it runs, and after it was interrupted. */
  finishedAt: Date | null;
}

/** The steps that were run. */
export const stepRecords = (db: mongo.Db): mongo.Collection<StepRecord> =>
  db.collection<StepRecord>('migrations');

/** The database that this process is connected to. @throws Error where it is not */
export function connectedDatabase(): mongo.Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected to MongoDB');
  return db;
}

/** How what is stored and this release fit together. */
export interface SchemaState {
  /** Steps of a newer release, after which this one must not serve. */
  newer: string[];
  /** Steps of this release that have not been run, or not to their end. */
  pending: string[];
  /** As `collection.name`, of the models of this process. */
  missingIndexes: string[];
}

/** Holds the database against the steps and the models of this process. Reads only. */
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

/** Whether migrations have to be run before this release may serve. */
export const isBehind = ({ pending, missingIndexes }: SchemaState): boolean =>
  pending.length > 0 || missingIndexes.length > 0;
