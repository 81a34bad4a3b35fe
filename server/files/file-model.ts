import { model, Schema } from 'mongoose';
import { type MediaType, mediaTypeSchema, type StoredFile } from '#common/files/stored-file.ts';

/** What is kept of a file besides its bytes, as MongoDB stores it. */
export interface FileDoc {
  /** 128 random bits, as `fileIdSchema` has them. */
  _id: string;
  name: string;
  mediaType: MediaType;
  /** 0 until all of them are stored. */
  bytes: number;
  /** In hex; empty until then. */
  sha256: string;
  /** Who uploaded it: the id of one of the staff; null for an applicant, who has none. */
  uploadedBy: string | null;
  /** Whose paper named it last, such as `driver 0123…`; null before the first did. */
  owner: string | null;
  createdAt: Date;
  /** When it is deleted unless a paper names it. Raised whenever one takes it, and whenever one is found to name it. */
  checkAt: Date;
  /** Since when its bytes are being deleted: it cannot be taken any more. */
  removedAt?: Date;
}

const text = { type: String, required: true };
const instant = { type: Date, required: true };

const fileSchema = new Schema<FileDoc>(
  {
    _id: text,
    name: text,
    mediaType: { ...text, enum: mediaTypeSchema.options },
    bytes: { type: Number, required: true },
    sha256: { type: String, default: '' },
    uploadedBy: { type: String, default: null },
    owner: { type: String, default: null },
    createdAt: instant,
    checkAt: instant,
    removedAt: Date,
  },
  { collection: 'files', versionKey: false, strict: 'throw' },
);

fileSchema.index({ checkAt: 1 });
fileSchema.index({ owner: 1, uploadedBy: 1 });

/** The files of papers. */
export const FileModel = model<FileDoc>('File', fileSchema);

/** What papers say of a file. */
export const toStoredFile = ({ _id, name, mediaType, bytes }: FileDoc): StoredFile => ({
  id: _id,
  name,
  mediaType,
  bytes,
});
