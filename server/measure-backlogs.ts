import { env } from './env.ts';
import { findNewestBackup } from './infra/backups.ts';
import { databaseClock } from './infra/database-clock.ts';
import { backupAgeSeconds, outboxAgeSeconds, queueAgeSeconds, queueJobs } from './infra/metrics.ts';
import { findNextJob, jobQueue } from './infra/queues.ts';
import { findOldestUnpublished } from './relay-outbox.ts';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

const ageSeconds = (since: number | undefined): number =>
  since === undefined ? 0 : Math.max(0, databaseClock.nowMs() - since) / 1_000;

const untakenSeconds = async (): Promise<number> => ((await findNextJob())?.waitingMs ?? 0) / 1_000;

async function measureQueue(): Promise<void> {
  // If the queue cannot be read, no worker can take jobs either. The previous age would look healthy.
  queueAgeSeconds.set(await untakenSeconds().catch(() => Number.POSITIVE_INFINITY));
  const counts = await jobQueue().getJobCounts(...STATES);
  for (const state of STATES) queueJobs.set({ state }, counts[state] ?? 0);
}

async function measureOutbox(): Promise<void> {
  outboxAgeSeconds.set(ageSeconds((await findOldestUnpublished())?.getTime()));
}

async function measureBackups(): Promise<void> {
  if (env.BACKUP_DIR === '') return backupAgeSeconds.remove();
  // Unreadable backups count as missing. The previous age would look healthy.
  const newest = await findNewestBackup(env.BACKUP_DIR).catch(() => null);
  backupAgeSeconds.set(newest === null ? Number.POSITIVE_INFINITY : ageSeconds(newest.getTime()));
}

/**
 * Measures the backlogs and the age of backups, just before the metrics are read. While a store is
 * unavailable its figures keep their values, except for the ages of the next job and of the newest backup,
 * which become infinite.
 */
export async function measureBacklogs(): Promise<void> {
  await Promise.allSettled([measureQueue(), measureOutbox(), measureBackups()]);
}
