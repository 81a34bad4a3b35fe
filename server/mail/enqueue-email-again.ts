import { enqueueSendJob } from './enqueue-send-job.ts';
import { type MailDoc, MailModel, type MailTemplate } from './mail-model.ts';

/** Has a mail that was sent or refused sent once more. @returns whether there was one */
export async function enqueueEmailAgain(template: MailTemplate, aboutId: string): Promise<boolean> {
  const mail = await MailModel.findOneAndUpdate(
    { template, aboutId },
    { $set: { owedSince: new Date() }, $unset: { sentAt: 1, refusedAt: 1 } },
  ).lean<MailDoc>();
  if (mail) await enqueueSendJob(mail._id.toHexString());
  return mail !== null;
}
