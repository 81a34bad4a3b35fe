import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS } from '#common/durations.ts';
import type { JobName } from '#common/jobs.ts';
import { ZONE } from '#common/time.ts';
import { logger } from '#server/infra/logger.ts';
import { jobQueue } from '#server/infra/queues.ts';
import { throttle } from '#server/infra/throttle.ts';

/** Recurring jobs, with their interval in milliseconds or time of day (HH:MM) in Las Vegas. */
export type Schedules = Partial<Record<JobName, number | { dailyAt: string }>>;

/**
 * Schedules of earlier releases, which would stay in the queue forever. Add the name of a schedule here when
 * it is renamed or removed.
 */
const RETIRED_SCHEDULES = [
  'repair-announcements',
  'sweep-rides',
  'sweep-mails',
  'sweep-purchases',
  'sweep-payment-events',
  'tell-riders',
];

function cronOf({ dailyAt }: { dailyAt: string }) {
  const [hour, minute] = dailyAt.split(':').map(Number);
  return { pattern: `${minute} ${hour} * * *`, tz: ZONE };
}

/** A daily job that fails is attempted again for half an hour; others come again soon by themselves. */
const DAILY_ATTEMPTS = { attempts: 6, backoff: { type: 'exponential', delay: MINUTE_MS } };

/** Whether a daily job is already scheduled correctly, for its next time or already due. */
async function isKept(name: string, { pattern, tz }: ReturnType<typeof cronOf>): Promise<boolean> {
  const kept = await jobQueue().getJobScheduler(name);
  if (kept?.pattern !== pattern || kept.tz !== tz) return false;
  if (kept.template?.opts?.attempts !== DAILY_ATTEMPTS.attempts) return false;
  const next = await jobQueue().getJob(`repeat:${name}:${kept.next}`);
  return next !== undefined && next.finishedOn === undefined;
}

/** Registers the schedules in the queue, once even if several processes do so, and removes retired ones. */
export async function keepSchedules(schedules: Schedules): Promise<void> {
  for (const name of RETIRED_SCHEDULES) await jobQueue().removeJobScheduler(name);
  for (const [name, schedule] of Object.entries(schedules)) {
    const repeat = typeof schedule === 'number' ? { every: schedule } : cronOf(schedule);
    // Registering a daily job again while it is due but not yet taken would postpone it until tomorrow.
    if ('pattern' in repeat && (await isKept(name, repeat))) continue;
    await jobQueue().upsertJobScheduler(name, repeat, {
      name,
      data: {},
      opts: {
        ...('pattern' in repeat ? DAILY_ATTEMPTS : { attempts: 1 }),
        removeOnComplete: true,
        removeOnFail: { count: 100 },
      },
    });
  }
}

const KEEP_AGAIN_MS = 1_000;
const LOG_EVERY_MS = 10_000;

/** Registers the schedules again, with retries each second until Redis accepts them or the worker stops. */
export async function restoreSchedules(schedules: Schedules, isStopping: () => boolean): Promise<void> {
  const isNew = throttle(LOG_EVERY_MS);
  while (!isStopping()) {
    try {
      return await keepSchedules(schedules);
    } catch (error) {
      if (isNew('')) logger.warn({ error }, 'job scheduler update failed');
    }
    await setTimeout(KEEP_AGAIN_MS, undefined, { ref: false });
  }
}
