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

/** An alert to open. */
export interface NewAlert {
  /** Subject and event, such as `<ride id> driver-late`. At most one alert per key is open. */
  key: string;
  kind: AlertKind;
  subject: AlertSubject;
  /** What happened, in one sentence. */
  text: string;
  /** How soon staff must act. Default: `soon`. */
  urgency?: AlertUrgency;
  payment?: AlertDoc['payment'];
}

/**
 * Opens an alert, shows it on every open console and mails it if its kind is mailed. An alert whose cause
 * already holds stays as it is, even if staff resolved it by hand, unless it has become more urgent: then it
 * is reopened with the new kind and text. Idempotent.
 *
 * @returns whether the alert was opened or reopened by this call
 */
export async function openAlert(alert: NewAlert): Promise<boolean> {
  const { id, isNew } = await storeAlert(alert);
  await mailAlert(id);
  return isNew;
}

/**
 * Opens an alert like `openAlert` but without its email. For callers that must record something else first
 * and then call `mailAlert`.
 */
export async function storeAlert(alert: NewAlert): Promise<{ id: string; isNew: boolean }> {
  const known = await AlertModel.findOne({ key: alert.key, holds: true }).lean<AlertDoc>();
  const changed = known ? await raiseAlert(alert) : await insertAlert(alert);
  if (changed) {
    await alertOutbox.publish(changed);
    return { id: changed._id.toHexString(), isNew: true };
  }
  // A concurrent process inserted or raised the alert first.
  return known ? { id: known._id.toHexString(), isNew: false } : storeAlert(alert);
}

/** @returns null if a concurrent process was first */
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

/** Whether urgency `one` is lower than `other`. */
const isLessUrgent = (one: AlertUrgency, other: AlertUrgency): boolean =>
  URGENCIES.indexOf(one) < URGENCIES.indexOf(other);

/** The fields of an alert that opens again. It is unassigned, because its assignee may be off duty by now. */
const REOPENED = {
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  assignee: null,
  assignedAt: null,
} as const;

/** @returns null if the alert was already at least as urgent */
async function raiseAlert({
  key,
  kind,
  subject,
  text,
  urgency = 'soon',
}: NewAlert): Promise<AlertDoc | null> {
  const isLess = { $in: URGENCIES.filter((each) => isLessUrgent(each, urgency)) };
  const raised = { kind, subject, text, urgency, ...(isMailed(kind) && { mailOwed: true }) };
  const raise = (guard: QueryFilter<AlertDoc>, changes: Partial<AlertDoc>) =>
    AlertModel.findOneAndUpdate(
      { key, holds: true, urgency: isLess, ...guard },
      { $set: { ...raised, ...changes }, ...MARK_UNPUBLISHED, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<AlertDoc>();
  return (await raise({ resolvedAt: null }, {})) ?? raise({ resolvedAt: { $ne: null } }, REOPENED);
}

/**
 * Closes an alert whose cause no longer holds: resolves it unless staff already did, and lets the same key
 * open a new alert. Idempotent.
 *
 * @param options.mayReturn false if the same key can only stand for the same event and must not open another
 * alert
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

/** An alert whose cause holds according to the last sync. */
export type HeldAlert = Pick<AlertDoc, 'key' | 'kind' | 'urgency' | 'subject' | 'openedAt' | 'resolvedAt'>;

/**
 * Returns the alerts of some kinds whose cause holds, whether or not staff resolved them by hand. Optionally
 * for one subject.
 */
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
 * Opens the due alerts that are not held yet, resolves the held alerts that are no longer due, and renames
 * those whose subject has another name now, such as a ride with a new pickup time. If an alert has become
 * less urgent since staff resolved it, the less urgent one opens, so that each rise opens an alert again.
 *
 * @returns whether it opened any
 */
export async function syncAlerts(due: readonly NewAlert[], held: readonly HeldAlert[]): Promise<boolean> {
  const eased = held.filter((alert) => isEased(alert, due));
  for (const { key } of eased) await releaseResolved(key);
  const others = held.filter((alert) => !eased.includes(alert));
  const opening = due.filter((alert) => isUnheld(alert, others));
  const keys = new Set(due.map(({ key }) => key));
  for (const alert of opening) await openAlert(alert);
  for (const { key } of held) if (!keys.has(key)) await resolveAlert(key);
  for (const alert of due) if (isRenamed(alert, held)) await renameSubject(alert);
  return opening.length > 0;
}

const isUnheld = ({ key, urgency = 'soon' }: NewAlert, held: readonly HeldAlert[]): boolean =>
  !held.some((alert) => alert.key === key && !isLessUrgent(alert.urgency, urgency));

/** Whether staff have resolved an alert that is due with a lower urgency now, as after a moved pickup. */
const isEased = ({ key, urgency, resolvedAt }: HeldAlert, due: readonly NewAlert[]): boolean =>
  resolvedAt !== null &&
  due.some((alert) => alert.key === key && isLessUrgent(alert.urgency ?? 'soon', urgency));

/** Lets the key of an alert that staff resolved open a new alert. Idempotent. */
const releaseResolved = (key: string): Promise<unknown> =>
  AlertModel.updateOne({ key, holds: true, resolvedAt: { $ne: null } }, { $set: { holds: false } });

const isRenamed = ({ key, subject }: NewAlert, held: readonly HeldAlert[]): boolean =>
  held.some((alert) => alert.key === key && alert.subject.name !== subject.name);

/** Stores the new name of an alert's subject. Reopens nothing. Idempotent. */
async function renameSubject({ key, subject: { name } }: NewAlert): Promise<void> {
  const doc = await AlertModel.findOneAndUpdate(
    { key, holds: true, 'subject.name': { $ne: name } },
    { $set: { 'subject.name': name }, ...MARK_UNPUBLISHED, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<AlertDoc>();
  if (doc) await alertOutbox.publish(doc);
}

/** Whether `syncAlerts` would have nothing to do. */
export const areInSync = (due: readonly NewAlert[], held: readonly HeldAlert[]): boolean =>
  !due.some((alert) => isUnheld(alert, held) || isRenamed(alert, held)) &&
  held.every((alert) => due.some(({ key }) => key === alert.key) && !isEased(alert, due));

/** Returns the open alerts, oldest first. */
export async function listOpenAlerts(): Promise<Alert[]> {
  const docs = await AlertModel.find({ resolvedAt: null }).sort({ openedAt: 1, _id: 1 }).lean<AlertDoc[]>();
  return docs.map(toAlert);
}

/** Returns the latest alerts about one subject, resolved or not, newest first. */
export async function listAlertsAbout(subjectId: string): Promise<Alert[]> {
  const docs = await AlertModel.find({ 'subject.id': subjectId })
    .sort({ openedAt: -1, _id: -1 })
    .limit(ALERT_HISTORY_MAX)
    .lean<AlertDoc[]>();
  return docs.map(toAlert);
}

/** Returns an alert with its key. @throws AppError NOT_FOUND */
export async function findAlert(alertId: string): Promise<Alert & { key: string }> {
  const doc = await AlertModel.findById(alertId).lean<AlertDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such alert.');
  return { ...toAlert(doc), key: doc.key };
}

/** Returns the ids of the rides that have an open alert. */
export async function listAlertedRides(): Promise<string[]> {
  const docs = await AlertModel.find({ resolvedAt: null, 'subject.kind': 'ride' }, { subject: 1 }).lean<
    Pick<AlertDoc, 'subject'>[]
  >();
  return [...new Set(docs.map(({ subject }) => subject.id))];
}
