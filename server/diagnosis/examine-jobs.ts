import { closeQueues, findNextJob, jobQueue } from '../infra/queues.ts';
import { type Finding, fault, warning, well } from './finding.ts';

/** A job that waits longer than this found no free worker. */
const WAITS_TOO_LONG_MS = 10_000;

/**
 * Checks that workers take jobs, that no job waits for long, and that none failed for good in the last week.
 */
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

    const next = await findNextJob();
    yield !next || next.waitingMs < WAITS_TOO_LONG_MS
      ? well('No job waits for long.')
      : warning(
          `No worker has taken the next job (${next.name}) for ${Math.round(next.waitingMs / 1_000)} seconds.`,
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
