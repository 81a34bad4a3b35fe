import type {
  ApplicationPaper,
  ApplicationPaperKind,
} from '#common/driver-applications/application-papers.ts';
import { type ChecklistItem, checklistFor } from '#common/driver-applications/checklist.ts';
import { AppError } from '#common/errors.ts';
import { releaseFiles, takeFiles } from '../files/take-files.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { ApplicationDoc, StaffName } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { changeApplication, enqueueFollowUp, nextFollowUp } from './change-application.ts';
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
  version: number;
  message: string;
  papers: readonly ApplicationPaper[];
}

/**
 * The applicant's answer: it is our turn again. A new paper takes the place of the one before, and what was
 * checked of that is checked again.
 *
 * @throws INVALID_REQUEST for a file that is gone; as `changeApplication` does
 */
export async function answerQuestion(
  { _id, name, email, papers, checklist }: ApplicationDoc,
  { version, message, papers: replaced }: Answer,
): Promise<ApplicationDoc> {
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
  const answered = await changeApplication({
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
  await releaseFiles(papers, after);
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
