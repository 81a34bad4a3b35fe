import { model, Schema, type Types } from 'mongoose';
import {
  type ApplicationPaper,
  type ApplicationPaperKind,
  applicationPaperKindSchema,
} from '#common/driver-applications/application-papers.ts';
import { type ChecklistItem, checklistItemSchema } from '#common/driver-applications/checklist.ts';
import {
  type ApplicantVehicle,
  type ApplicationStatus,
  applicationStatusSchema,
  type DriverApplication,
} from '#common/driver-applications/driver-application.ts';
import { mediaTypeSchema, type StoredFile } from '#common/files/stored-file.ts';
import { type StaffRole, staffRoleSchema } from '#common/users/user.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';

/** The staff member who acted on an application. */
export interface StaffName {
  id: string;
  name: string;
  role: StaffRole;
}

/** The result of one checklist item, or the date it is booked for. */
interface CheckDoc {
  item: ChecklistItem;
  isDone: boolean;
  note: string | null;
  by: StaffName;
  at: Date;
}

/** A question by staff, or an answer by the applicant. */
export interface ApplicationMessageDoc {
  /** Also the id that the email of a question refers to. */
  _id: Types.ObjectId;
  from: 'staff' | 'applicant';
  name: string;
  at: Date;
  text: string;
  paper: ApplicationPaperKind | null;
  /**
   * For a question: the application's version after it was asked. Missing in questions from before this field
   * existed.
   */
  version?: number;
}

/** A paper with its file. Papers sent before file uploads existed have none. */
export type PaperDoc = Omit<ApplicationPaper, 'file'> & { file?: StoredFile | null };

/** An application to drive, as MongoDB stores it. The applicant consented to the checks at `sentAt`. */
export interface ApplicationDoc
  extends Omit<DriverApplication, 'agreesToChecks' | 'note' | 'vehicle' | 'papers'> {
  _id: Types.ObjectId;
  note: string | null;
  vehicle: ApplicantVehicle | null;
  papers: PaperDoc[];
  status: ApplicationStatus;
  /** Incremented by every change. A change must name the version it is based on. */
  version: number;
  sentAt: Date;
  /** Digest of the token in the applicant's link. */
  tokenDigest: string;
  /**
   * Copy of the email address while the application is open. Unique, so that an address has at most one open
   * application.
   */
  openEmail?: string;
  checklist: CheckDoc[];
  messages: ApplicationMessageDoc[];
  decision: { by: StaffName; at: Date; reason: string | null } | null;
  /** The user created by the approval. */
  driverId: Types.ObjectId | null;
  /** Why the approval could not create the user or the vehicle. */
  problem: string | null;
  /** When reconciliation enqueues the follow-up job. Removed once nothing is left to do. */
  followUpAt?: Date;
}

const text = { type: String, required: true };
const number = { type: Number, required: true };
const instant = { type: Date, required: true };
const optionalText = { type: String, default: null };

const part = (definition: object) => new Schema(definition, { _id: false, strict: 'throw' });

const file = part({
  id: text,
  name: text,
  mediaType: { ...text, enum: mediaTypeSchema.options },
  bytes: number,
});

const staffName = part({ id: text, name: text, role: { ...text, enum: staffRoleSchema.options } });

const applicationSchema = new Schema<ApplicationDoc>(
  {
    name: text,
    dateOfBirth: text,
    phone: text,
    email: text,
    licenseState: text,
    licenseSince: number,
    note: optionalText,
    vehicle: {
      type: part({
        rideType: { ...text, enum: VEHICLE_IDS },
        paint: text,
        label: text,
        year: number,
        plate: text,
        seats: number,
        wheelchairLift: { type: Boolean, required: true },
      }),
      default: null,
    },
    papers: [
      part({
        kind: { ...text, enum: applicationPaperKindSchema.options },
        number: text,
        expiresOn: text,
        file: { type: file, default: null },
      }),
    ],
    status: { ...text, enum: applicationStatusSchema.options },
    version: number,
    sentAt: instant,
    tokenDigest: text,
    openEmail: String,
    checklist: [
      part({
        item: { ...text, enum: checklistItemSchema.options },
        isDone: { type: Boolean, required: true },
        note: optionalText,
        by: { type: staffName, required: true },
        at: instant,
      }),
    ],
    messages: [
      new Schema(
        {
          from: { ...text, enum: ['staff', 'applicant'] },
          name: text,
          at: instant,
          text,
          paper: optionalText,
          version: Number,
        },
        { strict: 'throw' },
      ),
    ],
    decision: {
      type: part({ by: { type: staffName, required: true }, at: instant, reason: optionalText }),
      default: null,
    },
    driverId: { type: Schema.Types.ObjectId, default: null },
    problem: optionalText,
    followUpAt: Date,
  },
  { collection: 'driverApplications', versionKey: false, strict: 'throw' },
);

applicationSchema.index({ tokenDigest: 1 }, { unique: true });
applicationSchema.index(
  { openEmail: 1 },
  { unique: true, partialFilterExpression: { openEmail: { $exists: true } } },
);
applicationSchema.index({ status: 1, _id: 1 });
applicationSchema.index({ 'messages._id': 1 });
applicationSchema.index({ 'papers.file.id': 1 });
applicationSchema.index({ followUpAt: 1 }, { partialFilterExpression: { followUpAt: { $exists: true } } });

/** Applications to drive. */
export const ApplicationModel = model<ApplicationDoc>('DriverApplication', applicationSchema);
