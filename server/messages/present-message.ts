import type { InboxRow } from '#common/messages/inbox.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { detailOf, senderOf, subjectOf } from './format-message.ts';
import type { MessageDoc } from './message-model.ts';

/** Builds the inbox row of a message. Messages stored before the inbox existed count as open. */
export const presentRow = (doc: MessageDoc): InboxRow => ({
  id: doc._id.toHexString(),
  version: doc.version ?? 1,
  kind: doc.form,
  state: doc.state ?? 'open',
  subject: subjectOf(doc),
  from: senderOf(doc.content),
  detail: detailOf(doc, databaseClock.now()),
  assignee: doc.assignee ?? null,
  receivedAt: doc.receivedAt.toISOString(),
  movedAt: (doc.movedAt ?? doc.receivedAt).toISOString(),
});
