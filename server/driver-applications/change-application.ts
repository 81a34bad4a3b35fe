import type { UpdateQuery } from 'mongoose';
import { OPEN_STATUSES } from '#common/driver-applications/driver-application.ts';
import { AppError } from '#common/errors.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { RECONCILE_AFTER_MS, tryEnqueue } from '../infra/queues.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';
import { findApplication } from './application-queries.ts';

/** When reconciliation next checks an application whose follow-up starts now. */
export const nextFollowUp = (): Date => new Date(databaseClock.nowMs() + RECONCILE_AFTER_MS);

/**
 * Enqueues the job that sends the emails of the application's new state and, after approval, creates the
 * driver. Never throws.
 */
export const enqueueFollowUp = (applicationId: string): Promise<void> =>
  tryEnqueue('follow-up-application', { applicationId }, { key: applicationId });

interface Change {
  applicationId: string;
  /** The version that the change is based on. */
  version: number;
  /** The open statuses in which the change is allowed. Default: all open ones. */
  from?: readonly ApplicationDoc['status'][];
  update: UpdateQuery<ApplicationDoc>;
}

interface RepeatableChange extends Change {
  /** Whether this person has already made the change, and sends it again because the reply was lost. */
  isMade: (application: ApplicationDoc) => boolean;
}

/**
 * Changes an open application. If the change was already made, returns the application as it is.
 *
 * @throws AppError NOT_FOUND, or as `refusalOf` says when it has changed meanwhile
 */
export async function changeApplication({ isMade, ...change }: RepeatableChange): Promise<ApplicationDoc> {
  const changed = await tryChange(change);
  if (changed) return changed;
  const application = await findApplication(change.applicationId);
  if (!isMade(application)) throw refusalOf(application);
  return application;
}

/**
 * Performs every change of an open application. Guard, write and version are one statement, so of two
 * concurrent changes only one succeeds.
 *
 * @returns null if the version or status no longer matches
 */
export const tryChange = ({
  applicationId,
  version,
  from = OPEN_STATUSES,
  update,
}: Change): Promise<ApplicationDoc | null> =>
  ApplicationModel.findOneAndUpdate(
    { _id: applicationId, version, status: { $in: from } },
    { ...update, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ApplicationDoc>();

/**
 * Explains why an application can no longer be changed: APPLICATION_DECIDED with who and when, otherwise
 * APPLICATION_CHANGED.
 */
export function refusalOf({ status, decision }: ApplicationDoc): AppError {
  if (decision) {
    const when = formatDayTimeWithZone(decision.at, databaseClock.now());
    const how = status === 'approved' ? 'Approved' : 'Declined';
    return new AppError('APPLICATION_DECIDED', `${how} by ${decision.by.name} on ${when}.`);
  }
  return new AppError('APPLICATION_CHANGED', 'This application has changed. Please look at it again.');
}
