import { DAY_SECONDS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import type { InboxState } from '#common/messages/inbox.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { presentAddress } from '../users/close-account.ts';
import { mailboxOf } from '../users/mailbox-of.ts';
import { wantsAnswer } from './format-message.ts';
import { inboxOutbox } from './inbox-outbox.ts';
import { type Message, type MessageDoc, MessageModel } from './message-model.ts';

/**
 * At most ten confirmations per mailbox and day: anyone can enter another person's address, and must not be
 * able to flood it through us.
 */
const confirmations = createLimit({ name: 'message-confirmation', times: 10, windowSeconds: DAY_SECONDS });

/**
 * Stores a message, emails it to operations and, for contact forms and lost items, confirms it to the sender,
 * at most ten times a day per mailbox. Idempotent per `idempotencyKey`: a retry completes what a first
 * attempt left undone.
 */
export async function receiveMessage(message: Message, idempotencyKey: string | null): Promise<void> {
  const messageId = await storeMessage(message, idempotencyKey);
  await enqueueEmail('message-for-operations', messageId);
  if (isConfirmed(message) && (await mayConfirm(message.content.email))) {
    await enqueueEmail('message-received', messageId);
  }
}

/** Whether the sender expects a confirmation. */
const isConfirmed = ({ form }: Message): boolean => form === 'contact' || form === 'lost-item';

const mayConfirm = (email: string): Promise<boolean> =>
  confirmations.count(mailboxOf(email)).then(
    () => true,
    () => false,
  );

/** Stores a message, once per key and content. @returns its id */
export async function storeMessage(message: Message, idempotencyKey: string | null): Promise<string> {
  const repeatDigest = idempotencyKey ? digestOf(idempotencyKey, message) : undefined;
  try {
    const receivedAt = databaseClock.now();
    const state: InboxState = wantsAnswer(message) ? 'open' : 'done';
    const handling = { state, version: 1, movedAt: receivedAt };
    const senderKey = message.content.email.toLowerCase();
    const stored = await MessageModel.create({
      ...message,
      ...handling,
      ...{ receivedAt, senderKey, repeatDigest },
      unpublishedSince: databaseClock.now(),
    });
    await inboxOutbox.publish(await findMessage(stored.id));
    return stored.id;
  } catch (error) {
    if (!repeatDigest || !isDuplicateKey(error)) throw error;
    const earlier = await MessageModel.exists({ repeatDigest });
    if (!earlier) throw error;
    return earlier._id.toHexString();
  }
}

/**
 * Returns the address that an answer to a message goes to: for a rating that of the rider's account today,
 * null once its deletion is decided; otherwise the one that the sender entered.
 */
export async function answerAddress({ form, content }: Message): Promise<string | null> {
  if (form !== 'rating' || !content.riderId) return content.email;
  return presentAddress(content.riderId, content.email);
}

/** Returns the message that contains this answer or note. @throws AppError NOT_FOUND */
export async function findMessageOfEntry(entryId: string): Promise<MessageDoc> {
  return requireMessage(await MessageModel.findOne({ 'entries._id': entryId }).lean<MessageDoc>());
}

/** Returns the message with this id. @throws AppError NOT_FOUND */
export async function findMessage(messageId: string): Promise<MessageDoc> {
  return requireMessage(await MessageModel.findById(messageId).lean<MessageDoc>());
}

function requireMessage(message: MessageDoc | null): MessageDoc {
  if (!message) throw new AppError('NOT_FOUND', 'There is no such message.');
  return message;
}
