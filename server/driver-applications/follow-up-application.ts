import { AppError } from '#common/errors.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { enqueue } from '../infra/queues.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { createApprovedDriver } from './approve-application.ts';

/** When an approved applicant without an account is looked at again. */
const PROBLEM_RETRY_MS = 3_600_000;

/**
 * Does what follows from an application's state: writes the emails it owes, each once, and once it is approved
 * creates the driver. Every step can be repeated, so one that was cut short is completed by the next run.
 */
export async function followUpApplication(applicationId: string): Promise<void> {
  const application = await findApplication(applicationId);
  await writeEmails(application);
  const problem = application.status === 'approved' ? await createDriverOrSayWhyNot(application) : null;
  await ApplicationModel.updateOne(
    // One that changed meanwhile has a follow-up of its own.
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
  if (status === 'approved') await enqueueEmail('driver-application-approved', applicationId);
  if (status === 'declined') await enqueueEmail('driver-application-declined', applicationId);
}

/** @returns the refusal, for the staff to read; null when the driver is there */
async function createDriverOrSayWhyNot(application: ApplicationDoc): Promise<string | null> {
  try {
    await createApprovedDriver(application);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

const AT_ONCE = 200;
const RETRY_MS = 60_000;

/** Enqueues the follow-ups that are overdue: the queue was unavailable, or a worker died. */
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
