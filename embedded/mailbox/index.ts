import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

/** The part of maildev that is used; it ships no types. */
interface MailDev {
  listen(done: (error?: Error) => void): void;
  close(done: () => void): void;
}
type MailDevClass = new (options: {
  smtp: number;
  web: number;
  ip: string;
  webIp: string;
  mailDirectory?: string;
  silent: boolean;
}) => MailDev;

/**
 * A mailbox on this machine: real SMTP in, mails to be read on a page and through `GET /email`.
 *
 * `--smtp N --web N --dir PATH`; without a folder nothing is kept. Prints `ready`.
 */
const { values } = parseArgs({
  options: { smtp: { type: 'string' }, web: { type: 'string' }, dir: { type: 'string' } },
});
if (values.dir) mkdirSync(values.dir, { recursive: true });

const MailDev: MailDevClass = createRequire(import.meta.url)('maildev');
const mailbox = new MailDev({
  smtp: Number(values.smtp ?? 1025),
  web: Number(values.web ?? 1080),
  ip: '127.0.0.1',
  webIp: '127.0.0.1',
  ...(values.dir && { mailDirectory: values.dir }),
  silent: true,
});
mailbox.listen((error) => {
  if (error) throw error;
  console.log(`ready smtp://127.0.0.1:${values.smtp ?? 1025}`);
});

const stop = () => mailbox.close(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
