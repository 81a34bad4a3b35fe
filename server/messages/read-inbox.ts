import { Types } from 'mongoose';
import type { FittingRide, Thread, ThreadEntry } from '#common/messages/inbox.ts';
import { INBOX_PAGE, type InboxPage, type InboxQuery } from '#common/messages/inbox-api.ts';
import { findMailDeliveries } from '../mail/email-outbox.ts';
import { labelledFields, textOf, wholeSubjectOf } from './format-message.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import { presentRow } from './present-message.ts';
import { answerAddress, findMessage } from './receive-message.ts';

/** How many messages a search reads per query, and in total before it returns what it has found. */
const READ_AT_ONCE = 500;
const READ_AT_MOST = 10_000;

type Place = Pick<MessageDoc, '_id' | 'receivedAt'>;

/**
 * Returns a page of the inbox. A search reads by index and stops after 10,000 messages; the next page
 * continues from its `next` cursor.
 */
export async function listInbox({ q = '', after, ...filters }: InboxQuery): Promise<InboxPage> {
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean);
  const limit = terms.length > 0 ? READ_AT_ONCE : INBOX_PAGE + 1;
  const clauses = clausesOf(filters);
  const total = terms.length > 0 ? null : await MessageModel.countDocuments(allOf(clauses));
  const found: MessageDoc[] = [];
  let last = after === undefined ? null : parseCursor(after);

  for (let read = 0; read < READ_AT_MOST; read += limit) {
    const docs = await MessageModel.find(allOf([...clauses, ...(last ? [olderThan(last)] : [])]))
      .sort({ receivedAt: -1, _id: -1 })
      .limit(limit)
      .lean<MessageDoc[]>();
    for (const doc of docs) {
      if (found.length === INBOX_PAGE) return present(found, last, total);
      if (hasAll(doc, terms)) found.push(doc);
      last = doc;
    }
    if (docs.length < limit) return present(found, null, total);
  }
  return present(found, last, total);
}

/** Returns the number of open messages. */
export const countOpen = (): Promise<number> =>
  MessageModel.countDocuments(allOf(clausesOf({ state: 'open' })));

const allOf = (clauses: object[]): object => (clauses.length > 0 ? { $and: clauses } : {});

/** Messages stored before the inbox existed have no state and count as open. */
const clausesOf = ({ state, kind, assignee }: Omit<InboxQuery, 'q' | 'after'>): object[] => [
  ...(state ? [{ state: state === 'open' ? { $in: ['open', null] } : state }] : []),
  ...(kind ? [{ form: kind }] : []),
  ...(assignee ? [assignee === 'nobody' ? { assignee: null } : { 'assignee.id': assignee }] : []),
];

function hasAll({ content, entries = [] }: MessageDoc, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const words = [...Object.values(content), ...entries.map(({ text }) => text)].join(' ').toLowerCase();
  return terms.every((term) => words.includes(term));
}

/** Matches the messages after this one in newest-first order. The first condition lets the index be used. */
const olderThan = ({ receivedAt, _id }: Place): object => ({
  receivedAt: { $lte: receivedAt },
  $or: [{ receivedAt: { $lt: receivedAt } }, { _id: { $lt: _id } }],
});

const cursorOf = ({ receivedAt, _id }: Place): string => `${receivedAt.getTime()}-${_id.toHexString()}`;

function parseCursor(cursor: string): Place {
  const [ms, id] = cursor.split('-');
  return { receivedAt: new Date(Number(ms)), _id: new Types.ObjectId(id) };
}

const present = (found: MessageDoc[], last: Place | null, total: number | null): InboxPage => ({
  rows: found.map(presentRow),
  next: last && cursorOf(last),
  total,
});

/**
 * Finds a ride by its id, or by the rider's address and the day (YYYY-MM-DD). Injected, since messages do not
 * depend on rides.
 */
export type FindFittingRide = (
  trip: { rideId: string } | { email: string; date: string },
) => Promise<FittingRide | null>;

/** Returns a message with its answers, notes and matching ride. @throws AppError NOT_FOUND */
export async function readThread(messageId: string, findRide: FindFittingRide): Promise<Thread> {
  const doc = await findMessage(messageId);
  const { content, form } = doc;
  return {
    ...presentRow(doc),
    subject: wholeSubjectOf(doc),
    email: (await answerAddress(doc)) ?? content.email,
    phone: ('phone' in content && content.phone) || null,
    fields: labelledFields(content)
      .filter(({ field }) => !SHOWN_APART.includes(field))
      .map(({ label, value }) => ({ label, value })),
    route: form === 'lost-item' ? { from: content.pickupLocation, to: content.dropoffLocation } : null,
    words: textOf(content),
    entries: await presentEntries(doc),
    ride: await findRideOf(doc, findRide),
  };
}

async function findRideOf(
  { form, content }: MessageDoc,
  findRide: FindFittingRide,
): Promise<FittingRide | null> {
  if (form === 'rating') return findRide({ rideId: content.rideId });
  return form === 'lost-item' ? findRide({ email: content.email, date: content.tripDate }) : null;
}

const SHOWN_APART = ['name', 'email', 'phone', 'subject', 'pickupLocation', 'dropoffLocation', 'tripDate'];

async function presentEntries({ entries = [] }: MessageDoc): Promise<ThreadEntry[]> {
  const answers = entries.filter(({ kind }) => kind === 'answer').map(({ _id }) => _id.toHexString());
  const deliveries = await findMailDeliveries('message-answer', answers);
  return entries.map(({ _id, kind, by, text, at }) => {
    const id = _id.toHexString();
    const mail = kind === 'answer' ? (deliveries.get(id)?.outcome ?? 'waiting') : null;
    return { id, kind, by: by.name, text, at: at.toISOString(), mail };
  });
}
