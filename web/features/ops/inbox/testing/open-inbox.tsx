import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { InboxRow, InboxState } from '#common/messages/inbox.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { buildRow, buildThread } from '../../testing/build-message.ts';
import { InboxScreen } from '../inbox-screen.tsx';
import { clearReplyDrafts } from '../reply-drafts.ts';

/** Who is signed in, and a colleague. */
export const ME = { id: 'd'.repeat(24), name: 'Dana Reyes' };
export const MO = { id: 'e'.repeat(24), name: 'Mo Bell' };

/** The one message, and the path of its calls. */
export const ROW = buildRow();
export const PATH = `/api/ops/inbox/${ROW.id}`;

/** The reply of a list that ends with these. */
export const pageOf = (rows: InboxRow[]) => [200, { rows, next: null, total: rows.length }] as const;

/** The call by which those in a state are listed. */
export const listed = (state: InboxState) => `GET /api/ops/inbox?state=${state}`;

/** The inbox, at an address of the console. Replies may be changed while it is open. */
export async function openInbox(address = '/ops/inbox', replies: ApiReplies = {}) {
  clearReplyDrafts();
  // Into the same object, so that a test may change a reply.
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

/** The inbox with the message opened. */
export const openThread = (replies?: ApiReplies) => openInbox(`/ops/inbox?message=${ROW.id}`, replies);

/** Where an answer is written. */
export const replyBox = () => screen.findByRole('textbox', { name: /^To leo\.marsh/ });
