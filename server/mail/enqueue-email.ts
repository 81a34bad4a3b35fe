import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueSendJob } from './enqueue-send-job.ts';
import { MailModel, type MailTemplate } from './mail-model.ts';

/**
 * Writes down that a mail is to be sent, and has a worker send it. About one document each kind of mail is owed once, however often this
 * is called; so a step that was cut short can simply be repeated.
 */
export async function enqueueEmail(template: MailTemplate, aboutId: string): Promise<void> {
  try {
    const mail = await MailModel.create({ template, aboutId, owedSince: new Date() });
    await enqueueSendJob(mail.id);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
