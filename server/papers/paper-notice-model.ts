import { model, Schema, type Types } from 'mongoose';

/** A notice that a paper expires soon, as MongoDB stores it. Its emails are composed from it. */
export interface PaperNoticeDoc {
  _id: Types.ObjectId;
  owner: { kind: 'driver' | 'vehicle'; id: string };
  /** Kind of the paper. */
  paper: string;
  /** YYYY-MM-DD. A renewed paper has another date, and so gets its own notice. */
  expiresOn: string;
}

const text = { type: String, required: true };

const noticeSchema = new Schema<PaperNoticeDoc>(
  {
    owner: { type: new Schema({ kind: text, id: text }, { _id: false, id: false, strict: 'throw' }) },
    paper: text,
    expiresOn: text,
  },
  { collection: 'paperNotices', versionKey: false, strict: 'throw' },
);

noticeSchema.index({ 'owner.id': 1, paper: 1, expiresOn: 1 }, { unique: true });

/** Notices of papers that expire soon. Only `watch-papers.ts` creates them. */
export const PaperNoticeModel = model<PaperNoticeDoc>('PaperNotice', noticeSchema);
