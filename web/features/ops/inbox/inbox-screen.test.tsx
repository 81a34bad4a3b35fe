// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { InboxRow, InboxState } from '#common/messages/inbox.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { buildRow, buildThread } from '../testing/build-message.ts';
import { InboxScreen } from './inbox-screen.tsx';

const ME = { id: 'd'.repeat(24), name: 'Dana Reyes' };
const MO = { id: 'e'.repeat(24), name: 'Mo Bell' };
const ROW = buildRow();
const PATH = `/api/ops/inbox/${ROW.id}`;

const pageOf = (rows: InboxRow[]) => [200, { rows, next: null, total: rows.length }] as const;
const listed = (state: InboxState) => `GET /api/ops/inbox?state=${state}`;

async function open(address = '/ops/inbox', replies: ApiReplies = {}) {
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

const openThread = (replies?: ApiReplies) => open(`/ops/inbox?message=${ROW.id}`, replies);
const box = () => screen.findByRole('textbox', { name: /^To leo\.marsh/ });

test('a message that comes stands in the list at once, and one that is done moves', async () => {
  await open();
  const group = await screen.findByRole('region', { name: 'Open 1' });
  expect(within(group).getByRole('link', { name: /Wheelchair access.*nobody has it/ })).toBeVisible();

  const scarf = buildRow({
    id: 'b'.repeat(24),
    subject: 'Grey scarf',
    receivedAt: '2026-11-20T23:00:00.000Z',
  });
  act(() => emitOps('inbox:changed', [scarf, { ...ROW, version: 2, state: 'done', assignee: MO }]));

  expect(await screen.findByRole('region', { name: 'Done 1' })).toHaveTextContent('Mo Bell has it');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Open 1' })).toHaveTextContent('Grey scarf'));
});

test('what was told before does not bring back a message that has left the list', async () => {
  await open();
  await screen.findByRole('region', { name: 'Open 1' });

  act(() => emitOps('inbox:changed', [{ ...ROW, version: 3, state: 'done', assignee: MO }]));
  await screen.findByRole('region', { name: 'Done 1' });
  act(() => emitOps('inbox:changed', [{ ...ROW, version: 2, assignee: MO }]));

  expect(screen.getByRole('region', { name: 'Done 1' })).toHaveTextContent('Wheelchair access');
  expect(screen.queryByRole('region', { name: /^Open/ })).toBeNull();
});

test('what is told twice has no list read again', async () => {
  const listedIn = (state: InboxState, id: string) => pageOf([buildRow({ id: id.repeat(24), state })]);
  await open('/ops/inbox', {
    [listed('waiting')]: listedIn('waiting', 'b'),
    [listed('done')]: listedIn('done', 'c'),
  });
  for (const name of ['Open 1', 'Waiting 1', 'Done 1']) await screen.findByRole('region', { name });
  const change = { ...ROW, version: 2, state: 'done' as const, assignee: MO };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  act(() => emitOps('inbox:changed', [change]));
  // The list of what waits cannot know whether it had counted that message, and is to be read.
  const waiting = vi.getTimerCount();
  expect(waiting).toBeGreaterThan(0);

  act(() => emitOps('inbox:changed', [change]));

  expect(vi.getTimerCount()).toBe(waiting);
});

test('a row that has just changed is ringed, and none of those that were there before', async () => {
  const other = buildRow({ id: 'c'.repeat(24), subject: 'Grey scarf' });
  await open('/ops/inbox', { [listed('open')]: pageOf([ROW, other]) });
  await screen.findByRole('region', { name: 'Open 2' });
  const ringed = () => [...document.querySelectorAll('li:has(.row-ring)')].map((row) => row.textContent);
  expect(ringed()).toEqual([]);

  act(() => emitOps('inbox:changed', [{ ...other, version: 2, assignee: MO }]));
  expect(ringed()).toEqual([expect.stringContaining('Grey scarf')]);
});

test('an answer is sent with the version that was read, and the list follows', async () => {
  const { calls, user } = await openThread({
    [`POST ${PATH}/answers`]: [201, buildThread({ version: 2, state: 'waiting', assignee: ME })],
  });

  await user.type(await box(), 'Gladly.');
  await user.click(screen.getByRole('button', { name: 'Send, wait for an answer' }));

  expect(await screen.findByRole('region', { name: 'Waiting 1' })).toHaveTextContent('Wheelchair access');
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    version: 1,
    text: 'Gladly.',
    state: 'waiting',
  });
  expect(await box()).toHaveValue('');
});

test('when somebody was faster the message is shown as it is now, and what was typed stays', async () => {
  const message = 'Mo Bell answered it at 4:10 PM PST. You see it as it is now.';
  const replies: ApiReplies = {
    [`POST ${PATH}/answers`]: [409, { code: 'VERSION_CONFLICT', message }],
  };
  const { user } = await openThread(replies);
  await user.type(await box(), 'Gladly.');
  const entry = { kind: 'answer', by: 'Mo Bell', text: 'We do.', at: ROW.receivedAt, mail: 'sent' } as const;
  replies[`GET ${PATH}`] = [200, buildThread({ version: 2, entries: [{ id: 'f'.repeat(24), ...entry }] })];

  await user.click(screen.getByRole('button', { name: 'Send, done' }));

  await waitFor(() => expect(useToastStore.getState().newest).toMatchObject({ description: message }));
  expect(await screen.findByText('We do.')).toBeVisible();
  expect(await box()).toHaveValue('Gladly.');
});

test('a note for us switches the box, and no mail goes out', async () => {
  const { calls, user } = await openThread({ [`POST ${PATH}/notes`]: [201, buildThread({ version: 2 })] });
  await box();

  await user.click(screen.getByRole('button', { name: 'Note for us' }));
  await user.type(screen.getByRole('textbox', { name: 'Note, seen by us alone' }), 'Asked Tom.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));

  await waitFor(() =>
    expect(calls.find(({ call }) => call.startsWith('POST'))).toMatchObject({
      call: `POST ${PATH}/notes`,
      body: { version: 1, text: 'Asked Tom.' },
    }),
  );
});

test('nobody’s message is taken with one press', async () => {
  const { calls, user } = await openThread({
    [`PATCH ${PATH}`]: [200, buildThread({ version: 2, assignee: ME })],
  });

  await user.click(await screen.findByRole('button', { name: 'Take it' }));

  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who has it' })).toHaveValue(ME.id));
  expect(calls.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ version: 1, assigneeId: ME.id });
  expect(screen.getByRole('region', { name: 'Open 1' })).toHaveTextContent('Dana Reyes has it');
});

test('filters are in the address, and when nothing fits they are named and cleared', async () => {
  const { user } = await open('/ops/inbox?state=done&kind=lead&q=scarf', {
    'GET /api/ops/inbox?state=done&kind=lead&q=scarf': [200, { rows: [], next: null, total: null }],
  });

  expect(await screen.findByText('Done, lead, “scarf”.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));

  expect(await screen.findByRole('region', { name: 'Open 1' })).toBeVisible();
});
