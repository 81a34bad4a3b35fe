import type { ApplicationPaperKind } from '#common/driver-applications/application-papers.ts';
import { type ChecklistItem, checklistFor } from '#common/driver-applications/checklist.ts';
import { AppError } from '#common/errors.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import type { ApplicationDoc, StaffName } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { changeApplication, enqueueFollowUp, nextFollowUp } from './change-application.ts';

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
