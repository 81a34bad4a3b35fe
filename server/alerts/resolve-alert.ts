import type { UpdateQuery } from 'mongoose';
import type { Alert } from '#common/alerts/alert.ts';
import { AppError } from '#common/errors.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { type AlertDoc, AlertModel, toAlert } from './alert-model.ts';
import { alertOutbox } from './alert-outbox.ts';

type Staff = NonNullable<Alert['assignee']>;

interface Resolving {
  /** The alert version that the console showed. */
  version: number;
  by: Staff;
  note: string | null;
}

/**
 * Resolves an open alert on behalf of a staff member. It is not reopened while its cause holds, unless it
 * becomes more urgent.
 *
 * @throws AppError NOT_FOUND
 * @throws AppError VERSION_CONFLICT with a message that names the earlier change
 */
export const resolveByHand = (alertId: string, { version, by, note }: Resolving): Promise<Alert> =>
  changeOpen(alertId, version, { resolvedAt: databaseClock.now(), resolvedBy: nameOf(by), note });

/**
 * Assigns an open alert to a staff member, replacing any assignee.
 *
 * @throws AppError NOT_FOUND, VERSION_CONFLICT
 */
export const takeAlert = (alertId: string, version: number, by: Staff): Promise<Alert> =>
  changeOpen(alertId, version, { assignee: nameOf(by), assignedAt: databaseClock.now() });

const nameOf = ({ id, name }: Staff): Staff => ({ id, name });

async function changeOpen(
  alertId: string,
  version: number,
  changes: NonNullable<UpdateQuery<AlertDoc>['$set']>,
): Promise<Alert> {
  const doc = await AlertModel.findOneAndUpdate(
    { _id: alertId, version, resolvedAt: null },
    { $set: changes, ...MARK_UNPUBLISHED, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<AlertDoc>();
  if (!doc) throw await conflictOf(alertId);
  await alertOutbox.publish(doc);
  return toAlert(doc);
}

async function conflictOf(alertId: string): Promise<AppError> {
  const doc = await AlertModel.findById(alertId).lean<AlertDoc>();
  if (!doc) return new AppError('NOT_FOUND', 'There is no such alert.');
  return new AppError('VERSION_CONFLICT', formatConflict(doc));
}

function formatConflict({ resolvedAt, resolvedBy, assignee, assignedAt }: AlertDoc): string {
  if (resolvedAt && resolvedBy)
    return `${resolvedBy.name} resolved this at ${formatTimeWithZone(resolvedAt)}.`;
  if (resolvedAt) return `This cleared at ${formatTimeWithZone(resolvedAt)}.`;
  if (assignee && assignedAt) return `${assignee.name} took this at ${formatTimeWithZone(assignedAt)}.`;
  return 'This alert has just changed. Please look at it again.';
}
