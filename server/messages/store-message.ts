import { digestOf } from '../digest-of.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type Message, MessageModel } from './message-model.ts';

/** Keeps a message. The same one with the same key is kept once. @returns its id */
export async function storeMessage(message: Message, idempotencyKey: string | null): Promise<string> {
  const repeatDigest = idempotencyKey ? digestOf(idempotencyKey, message) : undefined;
  try {
    const stored = await MessageModel.create({ ...message, receivedAt: new Date(), repeatDigest });
    return stored.id;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const earlier = await MessageModel.exists({ repeatDigest });
    if (!earlier) throw error;
    return earlier._id.toHexString();
  }
}
