import { AppError } from '#common/errors.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';

/** A message as it was kept. Throws NOT_FOUND. */
export async function findMessage(messageId: string): Promise<MessageDoc> {
  const message = await MessageModel.findById(messageId).lean<MessageDoc>();
  if (!message) throw new AppError('NOT_FOUND', 'There is no such message.');
  return message;
}
