import type { MailTemplate } from '#common/mail-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { type MailDoc, MailModel } from './mail-model.ts';

/**
 * Emails that are still sent after an account was deleted: the final one to its owner, and gift cards, which
 * are for others.
 */
const STILL_SENT: readonly MailTemplate[] = ['account-deleted', 'gift-card'];

/** The emails about a person's documents. Erasure drops those not sent yet. */
export const mailsData = {
  async read({ documentIds }) {
    const docs = await MailModel.find({ aboutId: { $in: documentIds } })
      .sort({ _id: 1 })
      .lean<MailDoc[]>();
    return {
      emails: docs.map(({ template, sentAt }) => ({ template, sentAt: sentAt?.toISOString() ?? null })),
    };
  },
  async erase({ documentIds }) {
    await MailModel.updateMany(
      { aboutId: { $in: documentIds }, template: { $nin: STILL_SENT }, owedSince: { $exists: true } },
      { $set: { droppedAt: databaseClock.now() }, $unset: { owedSince: 1, reconciledAt: 1, to: 1 } },
    );
  },
} satisfies PersonalDataSource;
