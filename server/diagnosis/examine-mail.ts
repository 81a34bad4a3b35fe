import { env } from '../env.ts';
import { verifyMailServer } from '../infra/mail.ts';
import { type Finding, warning, well } from './finding.ts';

const EXAMPLE = '.example';

/**
 * Checks that the mail server accepts our credentials, and that the sender and operations addresses are not
 * placeholders.
 */
export async function* examineMail(): AsyncGenerator<Finding> {
  await verifyMailServer();
  yield well(`${new URL(env.SMTP_URL).host} takes our mails.`);
  for (const name of ['MAIL_FROM', 'MAIL_TO'] as const) {
    if (!env[name].endsWith(EXAMPLE)) continue;
    yield warning(`${name} is ${env[name]}, which nobody reads.`, `Set ${name} to an address of your own.`);
  }
}
