import { env } from './env.ts';
import { findNewestBackup } from './infra/backups.ts';
import { databaseClock } from './infra/database-clock.ts';
import { backupAgeSeconds, outboxAgeSeconds, queueAgeSeconds, queueJobs } from './infra/metrics.ts';
import { findNextJob, jobQueue } from './infra/queues.ts';
import { findOldestUnpublished } from './relay-outbox.ts';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

const ageSeconds = (since: number | undefined): number =>
  since === undefined ? 0 : Math.max(0, databaseClock.nowMs() - since) / 1_000;

const untakenSeconds = async (): Promise<number> => ((await findNextJob())?.untakenMs ?? 0) / 1_000;

async function measureQueue(): Promise<void> {
  // What cannot be read, no worker can take: the age of before would say that all is well.
  queueAgeSeconds.set(await untakenSeconds().catch(() => Number.POSITIVE_INFINITY));
  const counts = await jobQueue().getJobCounts(...STATES);
  for (const state of STATES) queueJobs.set({ state }, counts[state] ?? 0);
}

async function measureOutbox(): Promise<void> {
  outboxAgeSeconds.set(ageSeconds((await findOldestUnpublished())?.getTime()));
}

async function measureBackups(): Promise<void> {
  if (env.BACKUP_DIR === '') return backupAgeSeconds.remove();
  // What cannot be read counts as none: the age of before would say that all is well.
  const newest = await findNewestBackup(env.BACKUP_DIR).catch(() => null);
  backupAgeSeconds.set(newest === null ? Number.POSITIVE_INFINITY : ageSeconds(newest.getTime()));
}

/**
 * Measures what waits to be done and how old backups are, just before it is asked for. While a store is away its figures stay as they were,
 * but for the age of the next job, which is infinite.
 */
export async function measureBacklogs(): Promise<void> {
  await Promise.allSettled([measureQueue(), measureOutbox(), measureBackups()]);
}
