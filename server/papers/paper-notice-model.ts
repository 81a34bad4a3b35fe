import { model, Schema, type Types } from 'mongoose';

/** That a paper ends soon, as MongoDB stores it: what the emails about it come from. */
export interface PaperNoticeDoc {
  _id: Types.ObjectId;
  owner: { kind: 'driver' | 'vehicle'; id: string };
  /** The kind of the paper. */
  paper: string;
  /** YYYY-MM-DD: a renewed paper ends later, and has a notice of its own. */
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

/** Notices of papers that end soon; written by `watch-papers.ts` alone. */
export const PaperNoticeModel = model<PaperNoticeDoc>('PaperNotice', noticeSchema);
