import type { QueryFilter } from 'mongoose';
import {
  type Alert,
  type AlertKind,
  type AlertSubject,
  type AlertUrgency,
  alertUrgencySchema,
} from '#common/alerts/alert.ts';
import { ALERT_HISTORY_MAX } from '#common/alerts/alerts-api.ts';
import { AppError } from '#common/errors.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { isMailed, mailAlert } from './alert-mails.ts';
import { type AlertDoc, AlertModel, toAlert } from './alert-model.ts';
import { alertOutbox } from './alert-outbox.ts';

/** An alert to be opened. */
export interface NewAlert {
  /** What it is about and what happened, such as `<ride id> driver-late`: one open alert per key. */
  key: string;
  kind: AlertKind;
  subject: AlertSubject;
  /** What happened, in a sentence. */
  text: string;
  /** How soon somebody has to see to it: `soon` unless said otherwise. */
  urgency?: AlertUrgency;
  payment?: AlertDoc['payment'];
}

/**
 * Opens an alert, shows it on every open console, and mails it where its kind is mailed. One whose cause holds
 * already is left as it is, even if somebody resolved it by hand; unless it has become more urgent, which opens it
 * again, with the new kind and sentence. Repeatable.
 *
 * @returns whether it was opened now, or again
 */
export async function openAlert(alert: NewAlert): Promise<boolean> {
  const { id, isNew } = await storeAlert(alert);
  await mailAlert(id);
  return isNew;
}

/** The same without the email: callers that record something else first call `mailAlert` after it. */
export async function storeAlert(alert: NewAlert): Promise<{ id: string; isNew: boolean }> {
  const known = await AlertModel.findOne({ key: alert.key, holds: true }).lean<AlertDoc>();
  const changed = known ? await raiseAlert(alert) : await insertAlert(alert);
  if (changed) {
    await alertOutbox.publish(changed);
    return { id: changed._id.toHexString(), isNew: true };
  }
  // Another process was first.
  return known ? { id: known._id.toHexString(), isNew: false } : storeAlert(alert);
}

/** @returns null where another process was first */
async function insertAlert({
  urgency = 'soon',
  payment = null,
  ...alert
}: NewAlert): Promise<AlertDoc | null> {
  const doc: AlertDoc = {
    _id: newObjectId(),
    ...alert,
    urgency,
    payment,
    version: 1,
    holds: true,
    openedAt: databaseClock.now(),
    assignee: null,
    assignedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
    ...(isMailed(alert.kind) && { mailOwed: true }),
    unpublishedSince: databaseClock.now(),
  };
  try {
    await AlertModel.create(doc);
    return doc;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

const URGENCIES = alertUrgencySchema.options;

/** Whether one alert says less than another of its key. */
export const isLessUrgent = (one: AlertUrgency, other: AlertUrgency): boolean =>
  URGENCIES.indexOf(one) < URGENCIES.indexOf(other);

/** @returns null where it was as urgent before */
const raiseAlert = ({ key, kind, text, urgency = 'soon' }: NewAlert): Promise<AlertDoc | null> =>
  AlertModel.findOneAndUpdate(
    { key, holds: true, urgency: { $in: URGENCIES.filter((each) => isLessUrgent(each, urgency)) } },
    {
      $set: {
        kind,
        text,
        urgency,
        resolvedAt: null,
        resolvedBy: null,
        note: null,
        ...(isMailed(kind) && { mailOwed: true }),
      },
      ...MARK_UNPUBLISHED,
      $inc: { version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<AlertDoc>();

/**
 * What opened an alert is over: it is resolved, unless somebody has done so, and the same cause may open another.
 * Repeatable.
 *
 * @param options.mayReturn false where the same key can only mean the same thing again, and is to open nothing
 */
export async function resolveAlert(key: string, { mayReturn = true } = {}): Promise<void> {
  const over = mayReturn ? { holds: false } : {};
  const doc = await AlertModel.findOneAndUpdate(
    { key, holds: true, resolvedAt: null },
    { $set: { ...over, resolvedAt: databaseClock.now() }, ...MARK_UNPUBLISHED, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<AlertDoc>();
  if (doc) await alertOutbox.publish(doc);
  else if (mayReturn) await AlertModel.updateOne({ key, holds: true }, { $set: over });
}

/** An alert whose cause holds, as far as was known. */
export type HeldAlert = Pick<AlertDoc, 'key' | 'kind' | 'urgency' | 'subject' | 'openedAt' | 'resolvedAt'>;

/** The alerts of some kinds whose cause holds, resolved by hand or not; about one subject, or all of them. */
export function listHeldAlerts(kinds: readonly AlertKind[], subjectId?: string): Promise<HeldAlert[]> {
  const filter: QueryFilter<AlertDoc> = { holds: true, kind: { $in: kinds } };
  return AlertModel.find(subjectId === undefined ? filter : { ...filter, 'subject.id': subjectId }, {
    key: 1,
    kind: 1,
    urgency: 1,
    subject: 1,
    openedAt: 1,
    resolvedAt: 1,
  }).lean<HeldAlert[]>();
}

/**
 * Opens the alerts that are due and not held, and resolves those held that are no longer due.
 *
 * @returns whether any was opened
 */
export async function syncAlerts(due: readonly NewAlert[], held: readonly HeldAlert[]): Promise<boolean> {
  const opening = due.filter((alert) => isUnheld(alert, held));
  const keys = new Set(due.map(({ key }) => key));
  for (const alert of opening) await openAlert(alert);
  for (const { key } of held) if (!keys.has(key)) await resolveAlert(key);
  return opening.length > 0;
}

const isUnheld = ({ key, urgency = 'soon' }: NewAlert, held: readonly HeldAlert[]): boolean =>
  !held.some((alert) => alert.key === key && !isLessUrgent(alert.urgency, urgency));

/** Whether `syncAlerts` would have nothing to do. */
export const areInSync = (due: readonly NewAlert[], held: readonly HeldAlert[]): boolean =>
  !due.some((alert) => isUnheld(alert, held)) &&
  held.every(({ key }) => due.some((alert) => alert.key === key));

/** The open alerts, oldest first. */
export async function listOpenAlerts(): Promise<Alert[]> {
  const docs = await AlertModel.find({ resolvedAt: null }).sort({ openedAt: 1, _id: 1 }).lean<AlertDoc[]>();
  return docs.map(toAlert);
}

/** The latest alerts about one subject, resolved or not, newest first. */
export async function listAlertsAbout(subjectId: string): Promise<Alert[]> {
  const docs = await AlertModel.find({ 'subject.id': subjectId })
    .sort({ openedAt: -1, _id: -1 })
    .limit(ALERT_HISTORY_MAX)
    .lean<AlertDoc[]>();
  return docs.map(toAlert);
}

/** An alert, with its key, which names what happened. @throws AppError NOT_FOUND */
export async function findAlert(alertId: string): Promise<Alert & { key: string }> {
  const doc = await AlertModel.findById(alertId).lean<AlertDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such alert.');
  return { ...toAlert(doc), key: doc.key };
}

/** Ids of the rides that an open alert is about. */
export async function listAlertedRides(): Promise<string[]> {
  const docs = await AlertModel.find({ resolvedAt: null, 'subject.kind': 'ride' }, { subject: 1 }).lean<
    Pick<AlertDoc, 'subject'>[]
  >();
  return [...new Set(docs.map(({ subject }) => subject.id))];
}
