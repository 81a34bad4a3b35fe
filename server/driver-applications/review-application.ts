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
 * Records the result of one checklist item.
 *
 * @throws AppError INVALID_REQUEST for an item that does not apply, and the errors of `changeApplication`
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
  // The write is guarded by the version, so a checklist that changed meanwhile is refused instead of
  // overwritten.
  const others = checklist.filter((check) => check.item !== item);
  return changeApplication({
    applicationId,
    version,
    update: { $set: { checklist: [...others, entry] } },
    isMade: (application) =>
      application.checklist.some(
        (check) =>
          check.item === item &&
          check.isDone === isDone &&
          check.note === entry.note &&
          check.by.id === by.id,
      ),
  });
}

interface Question {
  version: number;
  message: string;
  paper: ApplicationPaperKind | null;
}

/** Mails the applicant a question. @throws the errors of `changeApplication` */
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
    isMade: ({ messages }) =>
      messages.some(
        (each) =>
          each.from === 'staff' &&
          each.version === question.version &&
          each.name === by.name &&
          each.text === message &&
          each.paper === paper,
      ),
  });
  await enqueueFollowUp(applicationId);
  return asked;
}

interface Answer {
  /** Version of the page on which the answer was written. It determines the question. */
  version: number;
  message: string;
  papers: readonly ApplicationPaper[];
}

/** Staff may check a few items while an answer is being stored, but not this many. */
const ATTEMPTS = 5;

/**
 * Stores the applicant's answer to the open question, which makes it staff's turn again. Changes that staff
 * made since the page was loaded are kept. An answer that was already stored is returned as is, in case its
 * reply was lost.
 *
 * @throws AppError INVALID_REQUEST if a file no longer exists
 * @throws AppError NOT_FOUND, or as `refusalOf` says if that question is no longer open
 */
export async function answerQuestion(applicationId: string, answer: Answer): Promise<ApplicationDoc> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const application = await findApplication(applicationId);
    if (isDelivered(application, answer)) return application;
    const question = openQuestion(application);
    if (!question || !isSeen(question, answer)) throw refusalOf(application);
    const answered = await storeAnswer(application, answer);
    if (answered) return answered;
  }
  throw refusalOf(await findApplication(applicationId));
}

/** Whether a page of this version shows the question. */
const isSeen = (question: ApplicationMessageDoc, { version }: Pick<Answer, 'version'>): boolean =>
  (question.version ?? 0) <= version;

/** Whether the answered question already has exactly this answer. */
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
 * Stores the answer. A new paper replaces the former one of its kind, and its checklist items are reset.
 *
 * @returns null if the application has changed since it was read
 */
async function storeAnswer(
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
        followUpAt: nextFollowUp(),
      },
      $push: { messages: answer },
    },
  });
  if (answered) {
    await releaseFiles(papers, after);
    await enqueueFollowUp(_id.toHexString());
  }
  return answered;
}

/** Declines an application, with a reason for the applicant. @throws the errors of `changeApplication` */
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
    isMade: ({ status, decision }) =>
      status === 'declined' && decision?.by.id === by.id && decision.reason === reason,
  });
  await enqueueFollowUp(applicationId);
  return declined;
}
