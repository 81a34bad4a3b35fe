import { MINUTE_MS } from '#common/durations.ts';
import type { InboxState, MessageKind } from '#common/messages/inbox.ts';

/** Labels of the kinds of messages. */
export const KIND_NAMES: Readonly<Record<MessageKind, string>> = {
  contact: 'Message',
  'lost-item': 'Lost item',
  lead: 'Lead',
  rating: 'Poor ride',
};

/** Labels of the states. */
export const STATE_NAMES: Readonly<Record<InboxState, string>> = {
  open: 'Open',
  waiting: 'Waiting',
  done: 'Done',
};

/** A short age for a narrow column: `38 min`, `2 h`, `3 d`; `now` within the first minute. */
export function shortAge(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
