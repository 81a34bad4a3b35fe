import { model, Schema, type Types } from 'mongoose';
import type { Contact } from '#common/messages/contact.ts';
import type { Lead } from '#common/messages/lead.ts';
import type { LostItem } from '#common/messages/lost-item.ts';

/** What a visitor sent, by the form it came from. */
export type Message =
  | { form: 'contact'; content: Contact }
  | { form: 'lost-item'; content: LostItem }
  | { form: 'lead'; content: Lead };

/** A message as MongoDB stores it. */
export type MessageDoc = Message & {
  _id: Types.ObjectId;
  receivedAt: Date;
  /** Digest of the message and its Idempotency-Key: a repeat has the same. */
  repeatDigest?: string;
};

const messageSchema = new Schema(
  {
    form: { type: String, enum: ['contact', 'lost-item', 'lead'], required: true },
    content: { type: Object, required: true },
    receivedAt: { type: Date, required: true },
    repeatDigest: String,
  },
  { collection: 'messages', versionKey: false, strict: 'throw' },
);

messageSchema.index(
  { repeatDigest: 1 },
  { unique: true, partialFilterExpression: { repeatDigest: { $exists: true } } },
);

/** Messages, lost item reports and leads. */
export const MessageModel = model('Message', messageSchema);
