import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';

/** The process that migrates, and when its lease ends, by the database's clock. */
interface LeaseDoc {
  _id: 'migration';
  holder: string;
  until: Date;
}

const LEASES = 'migrationLease';
const ASK_AGAIN_MS = 500;

interface LeaseOptions {
  /** A holder that has not renewed for this long counts as dead. */
  leaseMs: number;
}

/**
 * Runs a task that only one process of an installation may run at a time. Waits while another process holds
 * the lease. The lease is renewed while the task runs; a killed process blocks others for at most `leaseMs`.
 *
 * @param task receives a signal that is aborted when the lease is lost
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
      // Another process holds a lease that has not expired.
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
  // Failed renewals are retried while the database is unavailable. If the lease was lost meanwhile, the next
  // renewal detects it.
  const renewal = setInterval(() => renew().catch(() => {}), leaseMs / 3);
  try {
    return await task(lost.signal);
  } finally {
    clearInterval(renewal);
    // If the database is unavailable, the lease expires by itself.
    await leases.deleteOne({ _id: 'migration', holder }).catch(() => {});
  }
}
