import { type MailDoc, MailModel, type MailTemplate } from './mail-model.ts';

/** What the mail server said of this mail; null while it is still to be asked, or where there is no such mail. */
export async function findMailOutcome(
  template: MailTemplate,
  aboutId: string,
): Promise<'sent' | 'refused' | null> {
  const mail = await MailModel.findOne({ template, aboutId }).lean<MailDoc>();
  if (mail?.sentAt) return 'sent';
  return mail?.refusedAt ? 'refused' : null;
}
