import { enqueueSendJob } from './enqueue-send-job.ts';
import { type MailDoc, MailModel } from './mail-model.ts';

/** Time a job gets to come by itself before it is asked for again. */
const GRACE_MS = 30_000;
const AT_ONCE = 200;

/** Asks again for mails that are long owed: the queue was away, a worker died over them, or the mail server was down for long. */
export async function reconcileMails(): Promise<void> {
  const overdue = await MailModel.find({ owedSince: { $lt: new Date(Date.now() - GRACE_MS) } }, { _id: 1 })
    .sort({ owedSince: 1 })
    .limit(AT_ONCE)
    .lean<Pick<MailDoc, '_id'>[]>();
  await Promise.all(overdue.map(({ _id }) => enqueueSendJob(_id.toHexString())));
}
