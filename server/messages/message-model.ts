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

/** A rider's message about a ride that they rated as poor. */
interface PoorRating {
  name: string;
  /** The address of the rider's account when the message was received. */
  email: string;
  phone: string;
  subject: string;
  message: string;
  rideId: string;
  /** Missing in old messages. */
  riderId?: string;
}

/** A message, by the form that it was sent with. */
export type Message =
  | { form: 'contact'; content: Contact }
  | { form: 'lost-item'; content: LostItem }
  | { form: 'lead'; content: Lead }
  | { form: 'rating'; content: PoorRating };

/** An answer to the sender, or an internal note. */
interface MessageEntry {
  _id: Types.ObjectId;
  kind: 'answer' | 'note';
  by: Colleague;
  text: string;
  at: Date;
}

/** The inbox state of a message. Messages stored before the inbox existed have none and count as open. */
interface Handling {
  state?: InboxState;
  /** Incremented by every change. */
  version?: number;
  /** When it entered its current state. */
  movedAt?: Date;
  assignee?: Colleague | null;
  entries?: MessageEntry[];
  /** Author and kind of the last change, such as `answered it`, for the message of a VERSION_CONFLICT. */
  lastChange?: { by: string; what: string; at: Date };
  /** Since when the email of an answer is missing from the email outbox. Removed once it is written. */
  answerOwedSince?: Date;
}

/** A message as MongoDB stores it. */
export type MessageDoc = Message &
  Handling &
  Published & {
    receivedAt: Date;
    /** The sender's address in lower case. Missing in old messages. */
    senderKey?: string;
    /** Digest of the message and its Idempotency-Key, to recognize a retry. */
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

/**
 * Messages, lost item reports and leads. `receive-message` stores them, and only `change-thread` changes
 * them.
 */
export const MessageModel = model('Message', messageSchema);
