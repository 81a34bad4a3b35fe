import { model, Schema } from 'mongoose';
import { type MediaType, mediaTypeSchema, type StoredFile } from '#common/files/stored-file.ts';

/** The metadata of a file, as MongoDB stores it. */
export interface FileDoc {
  /** 128 random bits, in the format of `fileIdSchema`. */
  _id: string;
  name: string;
  mediaType: MediaType;
  /** Size; 0 until the upload is complete. */
  bytes: number;
  /** In hex; empty until the upload is complete. */
  sha256: string;
  /** Id of the staff member who uploaded it. Null for applicants, who have no account. */
  uploadedBy: string | null;
  /** Owner of the paper that last took it, such as `driver 0123…`. Null until a paper does. */
  owner: string | null;
  createdAt: Date;
  /**
   * When the file is deleted unless a paper refers to it. Postponed whenever a paper takes it or is found to
   * refer to it.
   */
  checkAt: Date;
  /** When deletion of its bytes began. From then on it cannot be taken. */
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

/** Metadata of the files attached to papers. */
export const FileModel = model<FileDoc>('File', fileSchema);

/** Converts file metadata to the form stored in papers. */
export const toStoredFile = ({ _id, name, mediaType, bytes }: FileDoc): StoredFile => ({
  id: _id,
  name,
  mediaType,
  bytes,
});
