import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Person {
  name: string;
  address: string;
}

/** The used fields of a received mail. `text` ends with a line break. */
export interface ReceivedMail {
  messageId: string;
  subject: string;
  from: Person[];
  to: Person[];
  replyTo?: Person[];
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** Recipients of the SMTP envelope, regardless of the headers. */
  envelope: { to: { address: string }[] };
  /** Path of the raw mail. */
  source: string;
}

/** The used part of maildev, which ships no types. */
interface MailDev {
  listen(done: (error?: Error) => void): void;
  on(event: 'new', listener: (mail: ReceivedMail) => void): void;
  close(done: () => void): void;
}
type MailDevClass = new (options: {
  smtp: number;
  web?: number;
  disableWeb: boolean;
  ip: string;
  webIp: string;
  mailDirectory?: string;
  silent: boolean;
}) => MailDev;

interface MailboxOptions {
  smtpPort: number;
  /** Port of the web page and of `GET /email`; null for neither. */
  webPort: number | null;
  /** Where mails are stored; null for memory only. */
  directory: string | null;
}

/** A running mailbox. */
export interface Mailbox {
  /** Calls the listener for each mail that arrives, even after the mailbox is closed and started again. */
  onMail(listener: (mail: ReceivedMail) => void): void;
  close(): Promise<void>;
}

/** Starts an SMTP server with a mailbox on the loopback interface. At most one per process. */
export async function startMailbox({ smtpPort, webPort, directory }: MailboxOptions): Promise<Mailbox> {
  if (directory) mkdirSync(directory, { recursive: true });
  const MailDev: MailDevClass = createRequire(import.meta.url)('maildev');
  const mailbox = new MailDev({
    smtp: smtpPort,
    ...(webPort !== null && { web: webPort }),
    disableWeb: webPort === null,
    ip: '127.0.0.1',
    webIp: '127.0.0.1',
    ...(directory && { mailDirectory: directory }),
    silent: true,
  });
  await new Promise<void>((resolve, reject) => {
    mailbox.listen((error) => (error ? reject(error) : resolve()));
  });
  return {
    onMail: (listener) => mailbox.on('new', listener),
    close: () => new Promise((resolve) => mailbox.close(() => resolve())),
  };
}
