import { databaseClock } from '../infra/database-clock.ts';
import { closeQueues, jobQueue } from '../infra/queues.ts';
import { type Finding, fault, warning, well } from './finding.ts';

/** A job that waits for longer found no worker free. */
const WAITS_TOO_LONG_MS = 10_000;

/** Whether workers take jobs, none waits for long, and none was given up. */
export async function* examineJobs(): AsyncGenerator<Finding> {
  const queue = jobQueue();
  try {
    const workers = await queue.getWorkersCount();
    yield workers > 0
      ? well(`${workers} ${workers === 1 ? 'worker takes' : 'workers take'} jobs.`)
      : fault(
          'No worker takes jobs: nothing paid is confirmed, no mail is sent.',
          'Start one: node dist/worker.js.',
        );

    const [oldest] = await queue.getWaiting(0, 0);
    const waitedMs = oldest ? databaseClock.nowMs() - oldest.timestamp - (oldest.delay ?? 0) : 0;
    yield waitedMs < WAITS_TOO_LONG_MS
      ? well('No job waits for long.')
      : warning(
          `The next job (${oldest?.name}) has waited for ${Math.round(waitedMs / 1_000)} seconds.`,
          'Start more workers; /ops/queues shows what they do.',
        );

    const failed = await queue.getFailedCount();
    yield failed === 0
      ? well('No job was given up in the last week.')
      : warning(
          `${failed} ${failed === 1 ? 'job was' : 'jobs were'} given up in the last week.`,
          'Read why at /ops/queues; reconciliation enqueues most of them again.',
        );
  } finally {
    await closeQueues();
  }
}
