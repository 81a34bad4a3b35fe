import { model, Schema, type Types } from 'mongoose';
import { type AuditEntry, auditActorSchema } from '#common/audit-log/audit-entry.ts';

/** How long a line is kept. */
export const KEEP_DAYS = 400;

/** A line of the audit log as MongoDB stores it. */
export interface AuditDoc extends Omit<AuditEntry, 'id' | 'at'> {
  _id: Types.ObjectId;
  at: Date;
  /** Name, subject and action in lower case, which the search looks through. */
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
    words: { type: String, required: true },
  },
  { collection: 'audit-log', versionKey: false, strict: 'throw', minimize: false },
);

auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ 'subject.id': 1, at: -1 });
auditSchema.index({ 'actor.id': 1, at: -1 });

/** The audit log: lines are added, read and, after `KEEP_DAYS`, deleted; never changed. */
export const AuditModel = model<AuditDoc>('AuditEntry', auditSchema);
