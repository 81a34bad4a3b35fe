import { tryEnqueue } from '../infra/queues.ts';

/** Tries that last more than two minutes: a mail server that restarts is back by then. */
const ATTEMPTS = 10;

/** Has a worker send a mail, unless one has been asked already. When the queue is away, `reconcile-mails` asks again. */
export const enqueueSendJob = (mailId: string): Promise<void> =>
  tryEnqueue('send-mail', { mailId }, { key: mailId, attempts: ATTEMPTS });
