import { model, Schema, type Types } from 'mongoose';
import { type AuditEntry, auditActorSchema } from '#common/audit-log/audit-entry.ts';

/** How long a line is kept. */
export const KEEP_DAYS = 400;

const DAY_MS = 86_400_000;

/** Lines from before this instant may be deleted. */
export const oldestKept = (): Date => new Date(Date.now() - KEEP_DAYS * DAY_MS);

/** A line of the audit log as MongoDB stores it. */
export interface AuditDoc extends Omit<AuditEntry, 'id' | 'at'> {
  _id: Types.ObjectId;
  at: Date;
  /** All that the search looks through, in lower case. */
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

/** What would change a line, or delete one that is to be kept. */
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
  const { at } = this.getFilter();
  if (!(at?.$lt instanceof Date) || at.$lt > oldestKept()) refuse();
});

/** The audit log: lines are added, read and, after `KEEP_DAYS`, deleted; never changed. */
export const AuditModel = model<AuditDoc>('AuditEntry', auditSchema);
