import { model, Schema, type Types } from 'mongoose';
import type { Contact } from '#common/messages/contact.ts';
import {
  type Colleague,
  type InboxState,
  inboxStateSchema,
  messageKindSchema,
} from '#common/messages/inbox.ts';
import type { Lead } from '#common/messages/lead.ts';
import type { LostItem } from '#common/messages/lost-item.ts';
import type { Published } from '../infra/outbox.ts';

/** What a rider wrote about a ride that they rated as poor. */
export interface PoorRating {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  rideId: string;
}

/** What a visitor sent, by the form it came from. */
export type Message =
  | { form: 'contact'; content: Contact }
  | { form: 'lost-item'; content: LostItem }
  | { form: 'lead'; content: Lead }
  | { form: 'rating'; content: PoorRating };

/** An answer to the sender, or a note that we alone see. */
export interface MessageEntry {
  _id: Types.ObjectId;
  kind: 'answer' | 'note';
  by: Colleague;
  text: string;
  at: Date;
}

/** What became of a message in the inbox. Those stored before there was one have none of it: they are open. */
interface Handling {
  state?: InboxState;
  /** Goes up with each change. */
  version?: number;
  /** Since when it is in its state. */
  movedAt?: Date;
  assignee?: Colleague | null;
  entries?: MessageEntry[];
  /** Named in a VERSION_CONFLICT: who did what, such as `answered it`. */
  lastChange?: { by: string; what: string; at: Date };
  /** Since when the mail of an answer is owed to the outbox; gone once it is there. */
  answerOwedSince?: Date;
}

/** A message as MongoDB stores it. */
export type MessageDoc = Message &
  Handling &
  Published & {
    receivedAt: Date;
    /** The sender's address in lower case; messages of long ago have none. */
    senderKey?: string;
    /** Digest of the message and its Idempotency-Key: a repeat has the same. */
    repeatDigest?: string;
  };

const text = { type: String, required: true };
const instant = { type: Date, required: true };
const part = { _id: false, id: false, strict: 'throw' } as const;
const colleague = new Schema<Colleague>({ id: text, name: text }, part);

const messageSchema = new Schema<MessageDoc>(
  {
    form: { type: String, enum: messageKindSchema.options, required: true },
    content: { type: Object, required: true },
    receivedAt: { type: Date, required: true },
    senderKey: String,
    repeatDigest: String,
    state: { type: String, enum: inboxStateSchema.options },
    version: Number,
    movedAt: Date,
    assignee: { type: colleague, default: null },
    entries: [
      new Schema<MessageEntry>(
        {
          _id: { type: Schema.Types.ObjectId, required: true },
          kind: { type: String, enum: ['answer', 'note'], required: true },
          by: { type: colleague, required: true },
          text,
          at: instant,
        },
        { id: false, strict: 'throw' },
      ),
    ],
    lastChange: { type: new Schema({ by: text, what: text, at: instant }, part), default: undefined },
    answerOwedSince: Date,
    unpublishedSince: Date,
  },
  { collection: 'messages', versionKey: false, strict: 'throw' },
);

messageSchema.index(
  { repeatDigest: 1 },
  { unique: true, partialFilterExpression: { repeatDigest: { $exists: true } } },
);
messageSchema.index({ senderKey: 1 });
messageSchema.index({ state: 1, receivedAt: -1, _id: -1 });
messageSchema.index({ receivedAt: -1, _id: -1 });
messageSchema.index({ 'entries._id': 1 });
messageSchema.index(
  { answerOwedSince: 1 },
  { partialFilterExpression: { answerOwedSince: { $exists: true } } },
);
messageSchema.index(
  { unpublishedSince: 1 },
  { partialFilterExpression: { unpublishedSince: { $exists: true } } },
);

/** Messages, lost item reports and leads: stored by `receive-message`, changed by `change-thread` alone. */
export const MessageModel = model('Message', messageSchema);
