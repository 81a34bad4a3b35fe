import type { DriverApplication } from '#common/driver-applications/driver-application.ts';
import { DAY_SECONDS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { takeFiles } from '../files/take-files.ts';
import { createLimit } from '../http/create-limit.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueEmailAgain } from '../mail/email-outbox.ts';
import { awaitsPassword, renewInvitation } from '../users/invitations.ts';
import { mailboxOf } from '../users/mailbox-of.ts';
import { deriveApplicationToken, digestApplicationToken } from './application-link.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';
import { enqueueFollowUp, nextFollowUp } from './change-application.ts';

/** At most five repeated links per mailbox and day, since anyone can enter another person's address. */
const reminders = createLimit({ name: 'application-reminder', times: 5, windowSeconds: DAY_SECONDS });

/**
 * Stores an application and mails the applicant its link. If the address already has an open application,
 * that stays as it is and its link is mailed again, so that the reply does not reveal whether the address is
 * known.
 *
 * @throws AppError INVALID_REQUEST if a file no longer exists
 */
export async function receiveApplication(application: DriverApplication): Promise<void> {
  const { agreesToChecks: _, note, papers, ...fields } = application;
  // Runs first, so that the reply to a missing file is the same whether or not an application exists.
  const taken = await takeFiles(papers, {
    owner: applicantOf(fields.email),
    isByStaff: false,
    field: 'papers',
  });
  if (await ApplicationModel.exists({ openEmail: fields.email })) return mailLinkAgain(fields.email);
  const _id = newObjectId();
  const applicationId = _id.toHexString();
  try {
    await ApplicationModel.create({
      ...fields,
      papers: taken,
      _id,
      note: note || null,
      status: 'received',
      version: 1,
      sentAt: databaseClock.now(),
      tokenDigest: digestApplicationToken(deriveApplicationToken(applicationId)),
      openEmail: fields.email,
      followUpAt: nextFollowUp(),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await mailLinkAgain(fields.email);
    return;
  }
  await enqueueFollowUp(applicationId);
}

/** Owner of an applicant's files, by email address. An address has at most one open application. */
export const applicantOf = (email: string): string => `applicant ${email}`;

async function mailLinkAgain(email: string): Promise<void> {
  const open = await ApplicationModel.findOne({ openEmail: email }, { _id: 1 }).lean<
    Pick<ApplicationDoc, '_id'>
  >();
  if (open && (await mayRemind(email))) {
    await enqueueEmailAgain('driver-application-received', open._id.toHexString());
  }
}

const mayRemind = (email: string): Promise<boolean> =>
  reminders.count(mailboxOf(email)).then(
    () => true,
    () => false,
  );

/** At most three repeated invitations per application and hour. */
const invitations = createLimit({ name: 'application-invitation', times: 3, windowSeconds: 3_600 });

/**
 * Mails an approved applicant a new link to set a password.
 *
 * @throws AppError INVITATION_SPENT if they already have a password, or have no account yet
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function inviteApplicantAgain({ _id, driverId }: ApplicationDoc): Promise<void> {
  const userId = driverId?.toHexString();
  if (!userId) {
    throw new AppError(
      'INVITATION_SPENT',
      'We are still creating your account. You get the link by email once it is ready.',
    );
  }
  if (!(await awaitsPassword(userId))) {
    throw new AppError('INVITATION_SPENT', 'You already have a password. Please sign in.');
  }
  await invitations.count(_id.toHexString());
  await renewInvitation(userId);
}
