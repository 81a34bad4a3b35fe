import * as z from 'zod/mini';
import { create } from 'zustand';
import {
  type ApplicationPaper,
  type ApplicationPaperKind,
  applicationPaperKindSchema,
  applicationPaperSchema,
  paperNumberSchema,
  papersNeeded,
} from '#common/driver-applications/application-papers.ts';
import { applicantSchema, applicantVehicleSchema } from '#common/driver-applications/driver-application.ts';
import { storedFileSchema } from '#common/files/stored-file.ts';
import { findVehicle, type Paint, type VehicleId } from '#common/vehicles/catalogue.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';

const text = z._default(z.string(), '');

const paperDraftSchema = z.object({
  number: text,
  expiresOn: text,
  file: z._default(z.nullable(storedFileSchema), null),
});
export type PaperDraft = z.infer<typeof paperDraftSchema>;

/** The form's values as typed, with numbers as text. A draft stored by an older build may lack fields. */
const draftSchema = z.object({
  name: text,
  dateOfBirth: text,
  phone: text,
  email: text,
  licenseState: z._default(z.string(), 'NV'),
  licenseSince: text,
  agreesToChecks: z._default(z.boolean(), false),
  note: text,
  /** Whether they drive their own vehicle. */
  hasVehicle: z._default(z.boolean(), true),
  rideType: z._default(z.string(), 'lux-suv'),
  paint: z._default(z.string(), 'black'),
  label: text,
  year: text,
  plate: text,
  seats: text,
  wheelchairLift: z._default(z.boolean(), false),
  papers: z._default(z.partialRecord(applicationPaperKindSchema, paperDraftSchema), {}),
});
export type ApplicationDraft = z.infer<typeof draftSchema>;

const STORED_AT = 'driver-application';

function readDraft(): ApplicationDraft {
  try {
    return draftSchema.parse(JSON.parse(readStored(STORED_AT) ?? '{}'));
  } catch {
    return draftSchema.parse({});
  }
}

/** The application being typed, stored in this browser until it is sent. */
export const useApplicationDraft = create<ApplicationDraft>()(readDraft);

/** Changes the draft and stores it. */
export function changeDraft(part: Partial<ApplicationDraft>): void {
  useApplicationDraft.setState(part);
  writeStored(STORED_AT, JSON.stringify(useApplicationDraft.getState()));
}

/** Changes one of the draft's documents. */
export function changePaper(kind: ApplicationPaperKind, part: Partial<PaperDraft>): void {
  const { papers } = useApplicationDraft.getState();
  changeDraft({ papers: { ...papers, [kind]: { ...paperOf({ papers }, kind), ...part } } });
}

/** Clears the draft, also in the browser's storage. */
export function clearDraft(): void {
  removeStored(STORED_AT);
  useApplicationDraft.setState(draftSchema.parse({}), true);
}

/** The properties of an applicant's vehicle that its drawing needs. */
export interface ApplicantVehicle {
  rideType: VehicleId;
  paint: Paint;
}

/** Returns the vehicle of a draft, in a paint available for it; null if the applicant has no vehicle. */
export function vehicleOf({
  hasVehicle,
  rideType,
  paint,
}: Pick<ApplicationDraft, 'hasVehicle' | 'rideType' | 'paint'>): ApplicantVehicle | null {
  const vehicle = hasVehicle ? findVehicle(rideType) : undefined;
  if (!vehicle) return null;
  const chosen = vehicle.paints.find((each) => each === paint);
  return { rideType: vehicle.id, paint: chosen ?? vehicle.paints[0] ?? 'black' };
}

/** A document of the draft; {@link NO_PAPER} until something is typed. */
export const paperOf = (
  { papers }: Pick<ApplicationDraft, 'papers'>,
  kind: ApplicationPaperKind,
): PaperDraft => papers[kind] ?? NO_PAPER;

/** An empty document. */
export const NO_PAPER: PaperDraft = { number: '', expiresOn: '', file: null };

/** Returns the upload key of a document's file. */
export const uploadKeyOf = (kind: ApplicationPaperKind): string => `application ${kind}`;

/** Maps the server's issues with documents to problems of the form, keyed `<kind>.<field>`. */
export function paperProblems(
  issues: readonly { path: string; message: string }[],
  papers: readonly ApplicationPaper[],
): FieldErrors {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const [, index, field] = /^papers\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const paper = papers[Number(index)];
      return paper && field ? [[`${paper.kind}.${field}`, message]] : [];
    }),
  );
}

/** The steps of the form, in order. */
export const FORM_STEPS = ['about-you', 'vehicle', 'documents'] as const;
export type FormStep = (typeof FORM_STEPS)[number];

/** Parses a number. Undefined for other text, which the schema then refuses with its own message. */
const toNumber = (typed: string): number | undefined =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;

const toApplicant = (draft: ApplicationDraft) => ({ ...draft, licenseSince: toNumber(draft.licenseSince) });

const toVehicle = (draft: ApplicationDraft) => ({
  ...draft,
  year: toNumber(draft.year),
  seats: toNumber(draft.seats),
});

const toPapers = (draft: ApplicationDraft): ApplicationPaper[] =>
  papersNeeded(draft.hasVehicle).map((kind) => ({ kind, ...paperOf(draft, kind) }));

/** Validates a step. @returns the problems by field; those of a document are keyed `<kind>.<field>` */
export function problemsOf(step: FormStep, draft: ApplicationDraft): FieldErrors {
  if (step === 'about-you') {
    const license = paperNumberSchema.safeParse(paperOf(draft, 'license').number);
    return {
      ...problemsBy(applicantSchema, toApplicant(draft)),
      ...(!license.success && { 'license.number': license.error.issues[0]?.message }),
    };
  }
  if (step === 'vehicle') return draft.hasVehicle ? problemsBy(applicantVehicleSchema, toVehicle(draft)) : {};
  return Object.assign(
    {},
    ...toPapers(draft).map((paper) => {
      const problems = Object.entries(problemsBy(applicationPaperSchema, paper));
      return Object.fromEntries(problems.map(([field, message]) => [`${paper.kind}.${field}`, message]));
    }),
  );
}

const problemsBy = (schema: z.ZodMiniType, value: unknown): FieldErrors =>
  fieldErrors(schema.safeParse(value).error?.issues ?? []);

/** Returns the first incomplete step; null when the application can be sent. */
export const firstOpenStep = (draft: ApplicationDraft): FormStep | null =>
  FORM_STEPS.find((step) => Object.keys(problemsOf(step, draft)).length > 0) ?? null;

/** Converts the draft to the request's body. @throws ZodError while a step is incomplete */
export const toApplication = (draft: ApplicationDraft) => ({
  ...applicantSchema.parse(toApplicant(draft)),
  vehicle: draft.hasVehicle ? applicantVehicleSchema.parse(toVehicle(draft)) : null,
  papers: toPapers(draft),
});
