import { parseArgs } from 'node:util';
import { startMailbox } from './start-mailbox.ts';

/**
 * Runs a mailbox on the loopback interface: receives SMTP, shows mails on a web page and through `GET
 * /email`.
 *
 * `--smtp N --web N --dir PATH`; in memory only without a folder. Prints `ready smtp://127.0.0.1:N`.
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
