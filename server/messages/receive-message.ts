import { createLimit } from '../http/create-limit.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { mailboxOf } from '../users/mailbox-of.ts';
import type { Message } from './message-model.ts';
import { storeMessage } from './store-message.ts';

/** Confirmations to one mailbox: anybody can enter somebody else's address, and must not be able to flood it through us. */
const confirmations = createLimit({ name: 'message-confirmation', times: 10, windowSeconds: 86_400 });

const mayConfirm = (email: string): Promise<boolean> =>
  confirmations.count(mailboxOf(email)).then(
    () => true,
    () => false,
  );

/**
 * Takes in what a visitor sent: kept, mailed to the house and, where somebody waits for an answer, confirmed to the sender, though no
 * mailbox is confirmed more than ten a day. A repeat with the same key is kept and mailed once, and finishes what a first attempt left
 * undone.
 */
export async function receiveMessage(message: Message, idempotencyKey: string | null): Promise<void> {
  const messageId = await storeMessage(message, idempotencyKey);
  await enqueueEmail('message-for-operations', messageId);
  if (message.form !== 'lead' && (await mayConfirm(message.content.email))) {
    await enqueueEmail('message-received', messageId);
  }
}
