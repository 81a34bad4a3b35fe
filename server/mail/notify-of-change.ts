import type { MailTemplate } from '#common/mail-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { enqueueEmail } from './email-outbox.ts';

interface ChangeNotice {
  /** A template that composes nothing while the change is not made. */
  template: MailTemplate;
  aboutId: string;
  /** The `what` of each email. */
  whats: readonly string[];
}

/** How long the emails wait for the change at first. */
const WAIT_MS = 3_000;

/**
 * Makes a change and emails the notices of it. They are enqueued before the change, in case the process dies
 * after it, and are not sent if it was not made. They are due again after it, in case it took longer than
 * they waited, so that they were dropped, or they were dropped at a former attempt. If that fails, it is
 * logged, because the change is made.
 *
 * @returns what the change returns
 * @throws what the change throws, or when the notices cannot be enqueued before it
 */
export async function notifyOfChange<Result>(
  { template, aboutId, whats }: ChangeNotice,
  change: () => Promise<Result>,
): Promise<Result> {
  const enqueueAll = async (dueAt: Date): Promise<void> => {
    for (const what of whats) await enqueueEmail(template, aboutId, { what, dueAt, isRepeatable: true });
  };
  await enqueueAll(new Date(databaseClock.nowMs() + WAIT_MS));
  const result = await change();
  await enqueueAll(databaseClock.now()).catch((error: unknown) => {
    logger.error({ error, template, aboutId }, 'notice of a change not enqueued again');
  });
  return result;
}
