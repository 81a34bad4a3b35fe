import { AppError } from '#common/errors.ts';
import { formatDate } from '#common/format-date-time.ts';
import { paperName } from '#common/papers.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { consoleLink } from '../alerts/alert-mails.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findUser } from '../users/accounts.ts';
import { findVehicleById } from '../vehicles/vehicle-queries.ts';
import { type PaperNoticeDoc, PaperNoticeModel } from './paper-notice-model.ts';

/** Composes the email that warns a driver of a paper that expires soon. @throws AppError NOT_FOUND */
export async function composePaperEndingEmail(noticeId: string): Promise<EmailContent> {
  const { owner, paper, expiresOn } = await findNotice(noticeId);
  const { email } = await findDriverUser(owner.id);
  const title = `Your ${paperName(paper)} is valid until ${formatDate(expiresOn, databaseClock.now())}`;
  return {
    to: email,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: title,
    title,
    parts: [
      {
        kind: 'text',
        text: 'After that day we cannot offer you rides, and you cannot accept any. Please renew it, and reply to this email with its new number and date.',
      },
    ],
  };
}

/**
 * Composes the email that warns operations of a driver's or vehicle's paper that expires soon.
 *
 * @throws AppError NOT_FOUND
 */
export async function composePaperEndingForOperationsEmail(noticeId: string): Promise<EmailContent> {
  const { owner, paper, expiresOn } = await findNotice(noticeId);
  const name =
    owner.kind === 'driver'
      ? (await findDriverUser(owner.id)).name
      : formatVehicle(await findVehicleById(owner.id));
  const title = `${name}: ${paperName(paper)} valid until ${formatDate(expiresOn, databaseClock.now())}`;
  return {
    to: env.MAIL_TO,
    subject: title,
    title,
    parts: [
      {
        kind: 'text',
        text:
          owner.kind === 'driver'
            ? 'The driver got an email too. Record the renewed document in time, or they cannot accept rides after that day.'
            : 'Record the renewed document in time, or nobody can accept a ride with this vehicle after that day.',
      },
      consoleLink({ ...owner, name }),
    ],
  };
}

async function findNotice(noticeId: string): Promise<PaperNoticeDoc> {
  const notice = await PaperNoticeModel.findById(noticeId).lean<PaperNoticeDoc>();
  if (!notice) throw new AppError('NOT_FOUND', 'There is no such notice.');
  return notice;
}

async function findDriverUser(driverId: string) {
  const user = await findUser(driverId);
  if (!user) throw new AppError('NOT_FOUND', 'There is no such driver.');
  return user;
}
