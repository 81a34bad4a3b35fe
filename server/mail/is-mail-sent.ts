import { MailModel, type MailTemplate } from './mail-model.ts';

/** Whether the mail server has taken this mail. */
export async function isMailSent(template: MailTemplate, aboutId: string): Promise<boolean> {
  return (await MailModel.exists({ template, aboutId, sentAt: { $exists: true } })) !== null;
}
