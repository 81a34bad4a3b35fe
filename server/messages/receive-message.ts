import { oweMail } from '../mail/owe-mail.ts';
import type { Message } from './message-model.ts';
import { storeMessage } from './store-message.ts';

/**
 * Takes in what a visitor sent: kept, mailed to the house and, where somebody waits for an answer, confirmed to the sender. A repeat
 * with the same key is kept and mailed once, and finishes what a first attempt left undone.
 */
export async function receiveMessage(message: Message, idempotencyKey: string | null): Promise<void> {
  const messageId = await storeMessage(message, idempotencyKey);
  await oweMail('message-for-house', messageId);
  if (message.form !== 'lead') await oweMail('message-received', messageId);
}
