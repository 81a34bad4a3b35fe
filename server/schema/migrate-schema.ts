import type { mongo } from 'mongoose';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { buildIndexes } from './indexes.ts';
import { withMigrationLease } from './migration-lease.ts';
import { connectedDatabase, readSchemaState, stepRecords } from './schema-state.ts';
import { STEPS, type Step } from './steps.ts';

const LEASE_MS = 30_000;

interface MigrateOptions {
  /** Those of this release by default. */
  steps?: readonly Step[];
  /** How long a killed migration keeps the next one waiting. */
  leaseMs?: number;
}

/** What a migration did; nothing where there was nothing to do. */
export interface Migrated {
  steps: string[];
  /** As `collection.name`. */
  indexes: string[];
}

/**
 * Brings the database to this release: runs the steps that were not run, in their order, and builds the indexes that the models of this
 * process declare. One process at a time does it, others wait. What was interrupted is taken up where it was.
 *
 * @throws Error where a newer release has changed what this one cannot read; IndexError; what a step throws
 */
export async function migrateSchema({
  steps = STEPS,
  leaseMs = LEASE_MS,
}: MigrateOptions = {}): Promise<Migrated> {
  const db = connectedDatabase();
  return withMigrationLease(db, { leaseMs }, async (signal) => {
    const { newer, pending } = await readSchemaState(steps);
    if (newer.length > 0) throw new Error(`the database is of a newer release: ${newer.join(', ')}`);
    for (const step of steps) {
      if (!pending.includes(step.name)) continue;
      signal.throwIfAborted();
      await runStep(step, { db, signal });
    }
    return { steps: pending, indexes: await buildIndexes(signal) };
  });
}

/** Recorded before it begins, so that a release which could not serve after it does not start from then on. */
async function runStep(
  { name, requires, run }: Step,
  context: { db: mongo.Db; signal: AbortSignal },
): Promise<void> {
  const records = stepRecords(context.db);
  await records.updateOne(
    { _id: name },
    { $setOnInsert: { requires: requires ?? null, startedAt: databaseClock.now(), finishedAt: null } },
    { upsert: true },
  );
  await run(context);
  await records.updateOne({ _id: name }, { $set: { finishedAt: databaseClock.now() } });
  logger.info({ step: name }, 'migration step finished');
}
