import { isDeepStrictEqual } from 'node:util';
import { model, Schema, type Types } from 'mongoose';
import {
  type AuditActor,
  type AuditEntry,
  type AuditTopic,
  auditActorSchema,
} from '#common/audit-log/audit-entry.ts';
import { DAY_MS } from '#common/durations.ts';
import { databaseClock } from '../infra/database-clock.ts';

/** How many days a line is kept. */
export const KEEP_DAYS = 400;

/** How many days a line is kept that only records a non-staff sign-in or an attempt at one. */
export const KEEP_SIGN_IN_DAYS = 90;

const daysAgo = (days: number): Date => new Date(databaseClock.nowMs() - days * DAY_MS);

/** Lines older than this instant may be deleted. */
export const retentionCutoff = (): Date => daysAgo(KEEP_DAYS);

/** Actor roles whose security lines are kept for `KEEP_SIGN_IN_DAYS`. */
const BRIEFLY_KEPT: readonly AuditActor['role'][] = ['rider', 'driver', 'visitor'];

/** Filter of the lines that may be deleted after `KEEP_SIGN_IN_DAYS`. */
export const shortRetentionFilter = () => ({
  at: { $lt: daysAgo(KEEP_SIGN_IN_DAYS) },
  topic: 'security' as const,
  'actor.role': { $in: BRIEFLY_KEPT },
});

/** A line of the audit log as MongoDB stores it. */
export interface AuditDoc extends Omit<AuditEntry, 'id' | 'at'> {
  _id: Types.ObjectId;
  at: Date;
  /** Null for lines about ordinary work. */
  topic: AuditTopic | null;
  /** All searchable text of the line, in lower case. */
  words: string;
}

const actorSchema = new Schema<AuditDoc['actor']>(
  {
    role: { type: String, enum: auditActorSchema.shape.role.options, required: true },
    id: { type: String, default: null },
    name: { type: String, required: true },
    address: { type: String, default: null },
  },
  { _id: false, id: false, strict: 'throw' },
);

const subjectSchema = new Schema<AuditDoc['subject']>(
  {
    kind: { type: String, required: true },
    id: { type: String, required: true },
    name: { type: String, default: null },
  },
  { _id: false, id: false, strict: 'throw' },
);

const auditSchema = new Schema<AuditDoc>(
  {
    at: { type: Date, required: true },
    actor: { type: actorSchema, required: true },
    action: { type: String, required: true },
    subject: { type: subjectSchema, required: true },
    before: { type: Schema.Types.Mixed, default: null },
    after: { type: Schema.Types.Mixed, default: null },
    topic: { type: String, default: null },
    words: { type: String, required: true },
  },
  { collection: 'audit-log', versionKey: false, strict: 'throw', minimize: false },
);

auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ topic: 1, at: -1, _id: -1 });
auditSchema.index({ 'subject.id': 1, at: -1 });
auditSchema.index({ 'actor.id': 1, at: -1 });

/** Operations that would change a line or delete one that must be kept. */
const CHANGES = [
  'updateOne',
  'updateMany',
  'replaceOne',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'deleteOne',
] as const;

const refuse = () => {
  throw new Error('The audit log is append-only.');
};

auditSchema.pre([...CHANGES], { document: true, query: true }, refuse);
auditSchema.pre('bulkWrite', refuse);
auditSchema.pre('save', function () {
  if (!this.isNew) refuse();
});
auditSchema.pre('deleteMany', function () {
  const { at, ...others } = this.getFilter();
  const { at: brief, ...brieflyKeptOthers } = shortRetentionFilter();
  const isBrief = isDeepStrictEqual(others, brieflyKeptOthers);
  if (!(at?.$lt instanceof Date) || at.$lt > (isBrief ? brief.$lt : retentionCutoff())) refuse();
});

/**
 * The append-only audit log. Lines are deleted after `KEEP_DAYS` or `KEEP_SIGN_IN_DAYS`, and never changed.
 */
export const AuditModel = model<AuditDoc>('AuditEntry', auditSchema);
