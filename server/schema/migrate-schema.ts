import type { mongo } from 'mongoose';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { buildIndexes } from './indexes.ts';
import { withMigrationLease } from './migration-lease.ts';
import { connectedDatabase, readSchemaState, stepRecords } from './schema-state.ts';
import { STEPS, type Step } from './steps.ts';

const LEASE_MS = 30_000;

interface MigrateOptions {
  /** This release's steps by default. */
  steps?: readonly Step[];
  /** How long the next migration has to wait after one was killed, in milliseconds. */
  leaseMs?: number;
}

/** What a migration did; empty when there was nothing to do. */
export interface Migrated {
  steps: string[];
  /** As `collection.name`. */
  indexes: string[];
}

/**
 * Migrates the database to this release: runs its pending steps in order, then builds the indexes that the
 * registered models declare. Only one process migrates at a time; others wait. An interrupted migration
 * resumes at the interrupted step.
 *
 * @throws Error when a newer release has made changes that this one cannot read
 * @throws IndexError
 * @throws what a step throws
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

/** Records the step before running it: from then on no release starts that could not serve after it. */
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
