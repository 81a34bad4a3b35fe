import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';

/** Who migrates, and until when nobody else may. Instants are those of the database. */
interface LeaseDoc {
  _id: 'migration';
  holder: string;
  until: Date;
}

const LEASES = 'migrationLease';
const ASK_AGAIN_MS = 500;

interface LeaseOptions {
  /** A holder that is not heard of for so long is taken for dead. */
  leaseMs: number;
}

/**
 * Runs something that one process of an installation may do at a time, once no other does it: those who come meanwhile wait. The lease is
 * renewed while it runs; a process that was killed holds it for `leaseMs` at most.
 *
 * @param task gets a signal that is aborted when the lease is lost
 */
export async function withMigrationLease<Result>(
  db: mongo.Db,
  { leaseMs }: LeaseOptions,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const leases = db.collection<LeaseDoc>(LEASES);
  const holder = randomUUID();
  const lost = new AbortController();

  async function take(): Promise<boolean> {
    const now = databaseClock.now();
    const until = new Date(now.getTime() + leaseMs);
    try {
      await leases.updateOne(
        { _id: 'migration', until: { $lte: now } },
        { $set: { holder, until } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // There is one that has not ended.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async function renew(): Promise<void> {
    const until = new Date(databaseClock.nowMs() + leaseMs);
    const { matchedCount } = await leases.updateOne({ _id: 'migration', holder }, { $set: { until } });
    if (matchedCount === 0) lost.abort(new Error('another process has taken over the migration'));
  }

  for (let isFirst = true; !(await take()); isFirst = false) {
    if (isFirst) logger.info('another process migrates, waiting');
    await setTimeout(ASK_AGAIN_MS);
  }
  // A database that is away for a moment is asked again; in the end the lease is lost, which the next renewal finds out.
  const renewal = setInterval(() => renew().catch(() => {}), leaseMs / 3);
  try {
    return await task(lost.signal);
  } finally {
    clearInterval(renewal);
    // Where the database is away it ends by itself.
    await leases.deleteOne({ _id: 'migration', holder }).catch(() => {});
  }
}
