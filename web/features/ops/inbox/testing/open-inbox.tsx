import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { InboxRow, InboxState } from '#common/messages/inbox.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { buildRow, buildThread } from '../../testing/build-message.ts';
import { InboxScreen } from '../inbox-screen.tsx';
import { clearReplyDrafts } from '../reply-drafts.ts';

/** The signed-in user, and a colleague. */
export const ME = { id: 'd'.repeat(24), name: 'Dana Reyes' };
export const MO = { id: 'e'.repeat(24), name: 'Mo Bell' };

/** The only message, and the path of its API calls. */
export const ROW = buildRow();
export const PATH = `/api/ops/inbox/${ROW.id}`;

/** Reply with the last page of a list. */
export const pageOf = (rows: InboxRow[]) => [200, { rows, next: null, total: rows.length }] as const;

/** The API call that lists the messages in a state. */
export const listed = (state: InboxState) => `GET /api/ops/inbox?state=${state}`;

/** Renders the inbox at a URL of the console. The replies may be changed while it is shown. */
export async function openInbox(address = '/ops/inbox', replies: ApiReplies = {}) {
  clearReplyDrafts();
  // Merged into the caller's object, so that a test may change a reply later.
  const defaults: ApiReplies = {
    [listed('open')]: pageOf([ROW]),
    [listed('waiting')]: pageOf([]),
    [listed('done')]: pageOf([]),
    'GET /api/ops/inbox/colleagues': [200, [ME, MO]],
    [`GET ${PATH}`]: [200, buildThread()],
  };
  const calls = await answerApi(Object.assign(replies, { ...defaults, ...replies }));
  render(
    <MemoryRouter initialEntries={[address]}>
      <InboxScreen me={ME} />
    </MemoryRouter>,
  );
  return { calls, user: userEvent.setup() };
}

/** Renders the inbox with the message open. */
export const openThread = (replies?: ApiReplies) => openInbox(`/ops/inbox?message=${ROW.id}`, replies);

/** The field for an answer. */
export const replyBox = () => screen.findByRole('textbox', { name: /^To leo\.marsh/ });
