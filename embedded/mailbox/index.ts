import { parseArgs } from 'node:util';
import { startMailbox } from './start-mailbox.ts';

/**
 * A mailbox on this machine: real SMTP in, mails to be read on a page and through `GET /email`.
 *
 * `--smtp N --web N --dir PATH`; without a folder nothing is kept. Prints `ready`.
 */
const { values } = parseArgs({
  options: { smtp: { type: 'string' }, web: { type: 'string' }, dir: { type: 'string' } },
});
const smtpPort = Number(values.smtp ?? 1025);

const mailbox = await startMailbox({
  smtpPort,
  webPort: Number(values.web ?? 1080),
  directory: values.dir ?? null,
});
console.log(`ready smtp://127.0.0.1:${smtpPort}`);

async function stop() {
  await mailbox.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
