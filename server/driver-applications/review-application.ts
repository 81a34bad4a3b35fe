import type {
  ApplicationPaper,
  ApplicationPaperKind,
} from '#common/driver-applications/application-papers.ts';
import { type ChecklistItem, checklistFor } from '#common/driver-applications/checklist.ts';
import { AppError } from '#common/errors.ts';
import { releaseFiles, takeFiles } from '../files/take-files.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { ApplicationDoc, ApplicationMessageDoc, PaperDoc, StaffName } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import {
  changeApplication,
  enqueueFollowUp,
  nextFollowUp,
  refusalOf,
  tryChange,
} from './change-application.ts';
import { openQuestion } from './present-application.ts';
import { applicantOf } from './receive-application.ts';

interface Check {
  version: number;
  item: ChecklistItem;
  isDone: boolean;
  note?: string | undefined;
}

/**
 * Records the result of one item of the checklist.
 *
 * @throws INVALID_REQUEST for an item that does not apply; as `changeApplication` does
 */
export async function checkApplication(
  applicationId: string,
  { version, item, isDone, note }: Check,
  by: StaffName,
): Promise<ApplicationDoc> {
  const { checklist, vehicle } = await findApplication(applicationId);
  if (!checklistFor(vehicle !== null).includes(item)) {
    throw new AppError('INVALID_REQUEST', 'That does not apply to this applicant.');
  }
  const entry = { item, isDone, note: note || null, by, at: databaseClock.now() };
  // Read and written under the version: a checklist that changed meanwhile is refused, not overwritten.
  const others = checklist.filter((check) => check.item !== item);
  return changeApplication({ applicationId, version, update: { $set: { checklist: [...others, entry] } } });
}

interface Question {
  version: number;
  message: string;
  paper: ApplicationPaperKind | null;
}

/** Asks the applicant for more, by mail. @throws as `changeApplication` does */
export async function askApplicant(
  applicationId: string,
  { version, message, paper }: Question,
  by: StaffName,
): Promise<ApplicationDoc> {
  const question = {
    _id: newObjectId(),
    from: 'staff',
    name: by.name,
    at: databaseClock.now(),
    text: message,
    paper,
    version: version + 1,
  };
  const asked = await changeApplication({
    applicationId,
    version,
    update: {
      $set: { status: 'more-needed', followUpAt: nextFollowUp() },
      $push: { messages: question },
    },
  });
  await enqueueFollowUp(applicationId);
  return asked;
}

interface Answer {
  /** Of the page that it was written on: which question it answers. */
  version: number;
  message: string;
  papers: readonly ApplicationPaper[];
}

/** Staff check a few items while somebody writes, not a few in a moment. */
const ATTEMPTS = 5;

/**
 * The applicant's answer to the question that is open: it is our turn again. What else staff changed since the page was opened
 * stays. One that was delivered before, of which the reply was lost, is done.
 *
 * @throws INVALID_REQUEST for a file that is gone; as `refusalOf` says, where that question is not open; NOT_FOUND
 */
export async function answerQuestion(applicationId: string, answer: Answer): Promise<ApplicationDoc> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const application = await findApplication(applicationId);
    if (isDelivered(application, answer)) return application;
    const question = openQuestion(application);
    if (!question || !isSeen(question, answer)) throw refusalOf(application);
    const answered = await answerAsRead(application, answer);
    if (answered) return answered;
  }
  throw refusalOf(await findApplication(applicationId));
}

/** Whether a page of this version shows a question. */
const isSeen = (question: ApplicationMessageDoc, { version }: Pick<Answer, 'version'>): boolean =>
  (question.version ?? 0) <= version;

/** Whether the question that an answer is to has this very answer. */
function isDelivered({ messages, papers }: ApplicationDoc, answer: Answer): boolean {
  const asked = messages.findLastIndex((each) => each.from === 'staff' && isSeen(each, answer));
  const first = messages.slice(asked + 1).find(({ from }) => from === 'applicant');
  return first?.text === answer.message && answer.papers.every((sent) => papers.some(isAsSent(sent)));
}

const isAsSent =
  ({ kind, number, expiresOn, file }: ApplicationPaper) =>
  (paper: PaperDoc): boolean =>
    paper.kind === kind &&
    paper.number === number &&
    paper.expiresOn === expiresOn &&
    (file === undefined || paper.file?.id === file?.id);

/**
 * A new paper takes the place of the one before, and what was checked of that is checked again.
 *
 * @returns null where the application has changed since it was read
 */
async function answerAsRead(
  { _id, version, name, email, papers, checklist }: ApplicationDoc,
  { message, papers: replaced }: Answer,
): Promise<ApplicationDoc | null> {
  const kinds = new Set<string>(replaced.map(({ kind }) => kind));
  const others = papers.filter(({ kind }) => !kinds.has(kind));
  const files = { owner: applicantOf(email), isByStaff: false, field: 'papers', before: papers };
  const after = [...others, ...(await takeFiles(replaced, files))];
  const answer = {
    _id: newObjectId(),
    from: 'applicant',
    name,
    at: databaseClock.now(),
    text: message,
    paper: null,
  };
  const answered = await tryChange({
    applicationId: _id.toHexString(),
    version,
    from: ['more-needed'],
    update: {
      $set: {
        status: 'received',
        papers: after,
        checklist: checklist.filter(({ item }) => !kinds.has(item)),
      },
      $push: { messages: answer },
    },
  });
  if (answered) await releaseFiles(papers, after);
  return answered;
}

/** Declines an application, for a reason that its applicant reads. @throws as `changeApplication` does */
export async function declineApplication(
  applicationId: string,
  { version, reason }: { version: number; reason: string },
  by: StaffName,
): Promise<ApplicationDoc> {
  const declined = await changeApplication({
    applicationId,
    version,
    update: {
      $set: {
        status: 'declined',
        decision: { by, at: databaseClock.now(), reason },
        followUpAt: nextFollowUp(),
      },
      $unset: { openEmail: 1 },
    },
  });
  await enqueueFollowUp(applicationId);
  return declined;
}
