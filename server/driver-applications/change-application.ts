import type { UpdateQuery } from 'mongoose';
import { OPEN_STATUSES } from '#common/driver-applications/driver-application.ts';
import { AppError } from '#common/errors.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';
import { findApplication } from './application-queries.ts';

/** Time the job of a follow-up gets before reconciliation enqueues it again. */
const FOLLOW_UP_GRACE_MS = 30_000;

/** When reconciliation looks at an application whose follow-up begins now. */
export const nextFollowUp = (): Date => new Date(databaseClock.nowMs() + FOLLOW_UP_GRACE_MS);

/** Asks for what follows from an application's new state: its emails, and once it is approved, its driver. */
export const enqueueFollowUp = (applicationId: string): Promise<void> =>
  tryEnqueue('follow-up-application', { applicationId }, { key: applicationId });

interface Change {
  applicationId: string;
  /** The version that the change was made on. */
  version: number;
  /** In which of the open statuses it is possible; in either of them by default. */
  from?: readonly ApplicationDoc['status'][];
  update: UpdateQuery<ApplicationDoc>;
}

/** Changes an open application. @throws as `refusalOf` says, where somebody was faster; NOT_FOUND */
export async function changeApplication(change: Change): Promise<ApplicationDoc> {
  const changed = await tryChange(change);
  if (!changed) throw refusalOf(await findApplication(change.applicationId));
  return changed;
}

/**
 * The only door through which an open application changes. Guard, write and version are one statement, so of
 * two people only one changes it.
 *
 * @returns null where somebody was faster
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

/** Why an application as it is now cannot be changed: APPLICATION_DECIDED, with who and when; else APPLICATION_CHANGED. */
export function refusalOf({ status, decision }: ApplicationDoc): AppError {
  if (decision) {
    const when = `${formatDay(decision.at, databaseClock.now())}, ${formatTimeWithZone(decision.at)}`;
    const how = status === 'approved' ? 'Approved' : 'Declined';
    return new AppError('APPLICATION_DECIDED', `${how} by ${decision.by.name} on ${when}.`);
  }
  return new AppError('APPLICATION_CHANGED', 'This application has changed. Please look at it again.');
}
