import type { ApplicationPaper } from '#common/driver-applications/application-papers.ts';
import { releaseFiles, takeFiles } from '../files/take-files.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { ApplicationDoc, ApplicationMessageDoc, PaperDoc } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { enqueueFollowUp, nextFollowUp, refusalOf, tryChange } from './change-application.ts';
import { openQuestion } from './present-application.ts';
import { applicantOf } from './receive-application.ts';

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
