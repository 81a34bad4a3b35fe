import { MINUTE_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { enqueue } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { createApprovedDriver } from './approve-application.ts';

/** How long to wait before retrying to create the account of an approved applicant. */
const PROBLEM_RETRY_MS = MINUTE_MS;

/**
 * Performs the follow-up of an application's state: writes the emails it owes, each once, and after approval
 * creates the driver, who is then welcomed by email. Every step is idempotent, so the next run completes an
 * interrupted one.
 */
export async function followUpApplication(applicationId: string): Promise<void> {
  const application = await findApplication(applicationId);
  await writeEmails(application);
  const refusal = application.status === 'approved' ? await createDriverOrSayWhyNot(application) : null;
  const problem = refusal?.message ?? null;
  if (refusal && problem !== application.problem) {
    // The message may name an address.
    logger.warn({ applicationId, code: refusal.code }, 'approved driver not created, will retry');
  }
  await ApplicationModel.updateOne(
    // A change made meanwhile has its own follow-up.
    { _id: applicationId, version: application.version },
    problem
      ? { $set: { problem, followUpAt: new Date(databaseClock.nowMs() + PROBLEM_RETRY_MS) } }
      : { $set: { problem: null }, $unset: { followUpAt: 1 } },
  );
}

async function writeEmails({ _id, status, messages }: ApplicationDoc): Promise<void> {
  const applicationId = _id.toHexString();
  await enqueueEmail('driver-application-received', applicationId);
  await enqueueEmail('driver-application-for-operations', applicationId);
  for (const { _id: messageId, from } of messages) {
    if (from === 'staff') await enqueueEmail('driver-application-more-needed', messageId.toHexString());
  }
  const last = messages.at(-1);
  if (status === 'received' && last?.from === 'applicant') {
    await enqueueEmail('driver-application-answered', last._id.toHexString());
  }
  if (status === 'declined') await enqueueEmail('driver-application-declined', applicationId);
}

/** @returns the refusal, whose message is shown to staff, or null once the driver exists */
async function createDriverOrSayWhyNot(application: ApplicationDoc): Promise<AppError | null> {
  try {
    await createApprovedDriver(application);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const AT_ONCE = 200;
const RETRY_MS = MINUTE_MS;

/** Enqueues overdue follow-ups, left by an unavailable queue or a dead worker. */
export async function reconcileApplications(): Promise<void> {
  const now = databaseClock.nowMs();
  const isDue = { followUpAt: { $lt: new Date(now) } };
  const due = await ApplicationModel.find(isDue, { _id: 1 })
    .sort({ followUpAt: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<ApplicationDoc, '_id'>[]>();
  const ids = due.map(({ _id }) => _id);
  await ApplicationModel.updateMany(
    { _id: { $in: ids }, ...isDue },
    { followUpAt: new Date(now + RETRY_MS) },
  );
  await Promise.all(
    ids.map((_id) => {
      const applicationId = _id.toHexString();
      return enqueue('follow-up-application', { applicationId }, { key: applicationId });
    }),
  );
}
