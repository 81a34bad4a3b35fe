import type {
  ApplicantView,
  ApplicationDetails,
  ApplicationSummary,
} from '#common/driver-applications/application-views.ts';
import {
  applicationStepSchema,
  CHECKLIST,
  type ChecklistItem,
  checklistFor,
  checksDone,
} from '#common/driver-applications/checklist.ts';
import { awaitsPassword } from '../users/invitations.ts';
import { listDrivenVehicles } from '../vehicles/vehicle-queries.ts';
import type { ApplicationDoc } from './application-model.ts';
import { keepsFiles } from './application-queries.ts';

const REFERENCE_DIGITS = 6;

/** Short reference of an application for people: the last digits of its id. */
export const referenceOf = ({ _id }: Pick<ApplicationDoc, '_id'>): string =>
  _id.toHexString().slice(-REFERENCE_DIGITS).toUpperCase();

/** Returns the completed checklist items of an application. */
export const itemsDone = ({ checklist }: Pick<ApplicationDoc, 'checklist'>): ChecklistItem[] =>
  checklist.filter(({ isDone }) => isDone).map(({ item }) => item);

/** Returns the question that the applicant has yet to answer, if any. */
export const openQuestion = ({ status, messages }: ApplicationDoc) =>
  status === 'more-needed' ? messages.findLast(({ from }) => from === 'staff') : undefined;

/**
 * Builds the applicant's view. The link is the only credential, so numbers are shortened to their last four
 * characters.
 */
export async function presentToApplicant(application: ApplicationDoc): Promise<ApplicantView> {
  const { driverId } = application;
  const { name, email, phone, status, version, sentAt, vehicle, note, decision } = application;
  const question = openQuestion(application);
  return {
    reference: referenceOf(application),
    name,
    email,
    phone,
    status,
    version,
    sentAt: sentAt.toISOString(),
    vehicle,
    papers: papersOf(application).map((paper) => ({ ...paper, number: lastFour(paper.number) })),
    note,
    steps: stepsOf(application),
    question: question
      ? { text: question.text, paper: question.paper, askedAt: question.at.toISOString() }
      : null,
    decidedAt: decision?.at.toISOString() ?? null,
    reason: decision?.reason ?? null,
    approvedRideType: await findApprovedRideType(application),
    hasPassword: driverId !== null && !(await awaitsPassword(driverId.toHexString())),
  };
}

/**
 * Returns the kind of vehicle that an applicant drives once approved; null without a vehicle of their own. A
 * vehicle that they drove before keeps its kind, whatever they applied for.
 */
export async function findApprovedRideType({ vehicle, driverId }: ApplicationDoc): Promise<string | null> {
  const driven = driverId && vehicle ? await listDrivenVehicles([driverId.toHexString()]) : [];
  return (driven.find(({ plate }) => plate === vehicle?.plate) ?? vehicle)?.rideType ?? null;
}

/** Returns the papers, with the files that are still kept for the application. */
const papersOf = (application: ApplicationDoc) =>
  application.papers.map(({ kind, number, expiresOn, file }) => ({
    kind,
    number,
    expiresOn,
    file: (keepsFiles(application) && file) || null,
  }));

const lastFour = (number: string): string => `•••• ${number.slice(-4)}`;

function stepsOf(application: ApplicationDoc): ApplicantView['steps'] {
  const items = checklistFor(application.vehicle !== null);
  const done = itemsDone(application);
  return applicationStepSchema.options
    .map((step) => {
      const ofStep = items.filter((item) => CHECKLIST[item].step === step);
      return { step, done: ofStep.filter((item) => done.includes(item)).length, of: ofStep.length };
    })
    .filter(({ of }) => of > 0);
}

/** Builds the complete view for staff. */
export function presentDetails(application: ApplicationDoc): ApplicationDetails {
  const { name, email, phone, dateOfBirth, licenseState, licenseSince } = application;
  const { status, version, sentAt, vehicle, note, checklist, messages } = application;
  const { decision, driverId, problem } = application;
  return {
    id: application._id.toHexString(),
    reference: referenceOf(application),
    status,
    version,
    sentAt: sentAt.toISOString(),
    name,
    email,
    phone,
    dateOfBirth,
    licenseState,
    licenseSince,
    vehicle,
    papers: papersOf(application),
    note,
    checklist: checklist.map((check) => ({ ...check, at: check.at.toISOString() })),
    messages: messages.map((message) => ({
      from: message.from,
      name: message.name,
      at: message.at.toISOString(),
      text: message.text,
      paper: message.paper,
    })),
    decision: decision && { ...decision, at: decision.at.toISOString() },
    driverId: driverId?.toHexString() ?? null,
    problem,
  };
}

/** Builds a row of the staff's list. */
export function presentSummary(application: ApplicationDoc): ApplicationSummary {
  const { name, status, sentAt, vehicle, problem } = application;
  return {
    id: application._id.toHexString(),
    reference: referenceOf(application),
    name,
    status,
    sentAt: sentAt.toISOString(),
    vehicle,
    ...checksDone(vehicle !== null, itemsDone(application)),
    problem,
  };
}
