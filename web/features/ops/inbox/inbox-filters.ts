import { inboxStateSchema, messageKindSchema } from '#common/messages/inbox.ts';
import type { InboxQuery } from '#common/messages/inbox-api.ts';

/** Filters of the inbox, as stored in the URL. */
export type InboxFilters = Omit<InboxQuery, 'after'>;

const ID = /^[0-9a-f]{24}$/;

/** Reads `?state=&kind=&assignee=&q=` from the inbox's URL; invalid filters are omitted. */
export function readFilters(search: URLSearchParams): InboxFilters {
  const state = inboxStateSchema.safeParse(search.get('state')).data;
  const kind = messageKindSchema.safeParse(search.get('kind')).data;
  const assignee = search.get('assignee') ?? '';
  const q = search.get('q')?.trim().slice(0, 100);
  return {
    ...(state && { state }),
    ...(kind && { kind }),
    ...((assignee === 'nobody' || ID.test(assignee)) && { assignee }),
    ...(q && { q }),
  };
}

/** The URL parameters of these filters and of the open message. */
export function writeFilters(filters: InboxFilters, messageId: string | null = null): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, message: messageId })) {
    if (value) params.set(name, value);
  }
  return params;
}
