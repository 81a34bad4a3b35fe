// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { InboxRow, InboxState, Thread } from '#common/messages/inbox.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
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

test('until a message is chosen its place says so', async () => {
  const { user } = await open();
  expect(await screen.findByText('Choose a message')).toBeVisible();

  await user.click(await screen.findByRole('link', { name: /Wheelchair access/ }));

  expect(screen.queryByText('Choose a message')).toBeNull();
});

test('where there is nothing to choose, nobody is asked to, until a message comes', async () => {
  await open('/ops/inbox', { [listed('open')]: pageOf([]) });
  expect(await screen.findByText('Nothing to answer')).toBeVisible();
  expect(screen.queryByText('Choose a message')).toBeNull();

  act(() => emitOps('inbox:changed', [ROW]));

  expect(await screen.findByText('Choose a message')).toBeVisible();
  expect(screen.queryByText('Nothing to answer')).toBeNull();
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

const SCARF = buildRow({ id: 'b'.repeat(24), subject: 'Grey scarf', receivedAt: '2026-11-19T21:00:00.000Z' });
const HAT = buildRow({ id: 'c'.repeat(24), subject: 'Lost hat', receivedAt: '2026-11-18T21:00:00.000Z' });
const FURTHER = `${listed('open')}&after=place`;

const cutPage = (rows: InboxRow[], next: string | null, total: number) =>
  [200, { rows, next, total }] as const;

test('after a reconnect the pages that were opened are read again, each of them', async () => {
  const replies: ApiReplies = {
    [listed('open')]: cutPage([ROW], 'place', 3),
    [FURTHER]: cutPage([SCARF, HAT], null, 3),
  };
  const { user } = await open('/ops/inbox', replies);
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByRole('region', { name: 'Open 3' })).toHaveTextContent('Lost hat');

  // While nothing was heard Mo has done one.
  replies[listed('open')] = cutPage([ROW], 'place', 2);
  replies[FURTHER] = cutPage([HAT], null, 2);
  replies[listed('done')] = pageOf([{ ...SCARF, version: 2, state: 'done', assignee: MO }]);
  act(() => resyncLists());

  const group = await screen.findByRole('region', { name: 'Open 2' });
  expect(group).toHaveTextContent('Lost hat');
  expect(group).not.toHaveTextContent('Grey scarf');
  expect(await screen.findByRole('region', { name: 'Done 1' })).toHaveTextContent('Grey scarf');
});

test('a page that comes after the list has changed leaves out none in between', async () => {
  const slow = deferred<ReturnType<typeof cutPage>>();
  const replies: ApiReplies = {
    [listed('open')]: cutPage([ROW, SCARF], 'place', 3),
    [FURTHER]: () => slow.promise,
  };
  const { user } = await open('/ops/inbox', replies);
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  // A new one has pushed the scarf to the next page.
  const fresh = buildRow({
    id: 'f'.repeat(24),
    subject: 'A wedding',
    receivedAt: '2026-11-20T23:00:00.000Z',
  });
  replies[listed('open')] = cutPage([fresh, ROW], 'later', 4);
  replies[`${listed('open')}&after=later`] = cutPage([SCARF, HAT], null, 4);
  act(() => resyncLists());
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Open 4' })).not.toHaveTextContent('Grey scarf'),
  );

  slow.resolve(cutPage([HAT], null, 3));

  await waitFor(() => expect(screen.getByRole('region', { name: 'Open 4' })).toHaveTextContent('Grey scarf'));
  expect(screen.getByRole('region', { name: 'Open 4' })).toHaveTextContent('Lost hat');
});

test('a list and a message that an event had read in vain are read until they come', async () => {
  const replies: ApiReplies = {};
  const { calls } = await openThread(replies);
  await box();
  await screen.findByRole('region', { name: 'Open 1' });
  const elsewhere = buildRow({ id: 'c'.repeat(24), version: 2, state: 'waiting', assignee: MO });
  replies[listed('open')] = [503, {}];
  replies[`GET ${PATH}`] = [503, {}];
  const { passUntil, release } = holdTime();
  const askedFor = (call: string) => calls.filter((made) => made.call === call).length;

  act(() => emitOps('inbox:changed', [elsewhere, { ...ROW, version: 2, assignee: MO }]));
  await passUntil(() => askedFor(listed('open')) >= 2 && askedFor(`GET ${PATH}`) >= 2);
  const other = buildRow({ id: 'f'.repeat(24), subject: 'Grey scarf' });
  replies[listed('open')] = pageOf([{ ...ROW, version: 2, assignee: MO }, other]);
  replies[`GET ${PATH}`] = [200, buildThread({ version: 2, assignee: MO })];
  const before = [askedFor(listed('open')), askedFor(`GET ${PATH}`)] as const;
  await passUntil(() => askedFor(listed('open')) > before[0] && askedFor(`GET ${PATH}`) > before[1]);
  release();

  expect(await screen.findByRole('region', { name: 'Open 2' })).toHaveTextContent('Grey scarf');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who has it' })).toHaveValue(MO.id));
});

test('what is typed while an answer is on its way stays', async () => {
  const slow = deferred<Thread>();
  const { user } = await openThread({
    [`POST ${PATH}/answers`]: () => slow.promise.then((thread) => [201, thread] as const),
  });
  await user.type(await box(), 'Gladly.');
  await user.click(screen.getByRole('button', { name: 'Send, wait for an answer' }));
  await screen.findByRole('button', { name: 'Sending...' });

  await user.type(await box(), ' The lift is at the rear.');
  slow.resolve(buildThread({ version: 2, state: 'waiting', assignee: ME }));

  await waitFor(async () => expect(await box()).toHaveValue('The lift is at the rear.'));
});

test('what is pressed in the head stands there at once, and what was before where it is not taken', async () => {
  const [given, moved] = [deferred<readonly [number, unknown]>(), deferred<readonly [number, unknown]>()];
  const replies = [given, moved];
  const { user } = await openThread({ [`PATCH ${PATH}`]: () => replies.shift()?.promise ?? [503, {}] });
  const assignee = await screen.findByRole('combobox', { name: 'Who has it' });
  await within(assignee).findByRole('option', { name: 'Mo Bell' });

  await user.selectOptions(assignee, MO.id);
  await user.click(screen.getByRole('radio', { name: 'Done' }));

  expect(assignee).toHaveValue(MO.id);
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
  expect(screen.getByRole('radio', { name: 'Done' })).toBeChecked();

  await act(async () => given.resolve([200, buildThread({ version: 2, assignee: MO })]));
  expect(screen.getByRole('radio', { name: 'Done' })).toBeChecked();
  moved.resolve([503, {}]);

  await waitFor(() => expect(useToastStore.getState().newest).toMatchObject({ title: 'Not saved' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Open' })).toBeChecked());
  expect(assignee).toHaveValue(MO.id);
});

test('of two presses the later stands, also when the reply to the first comes', async () => {
  const first = deferred<readonly [number, unknown]>();
  const second = deferred<readonly [number, unknown]>();
  const replies = [first, second];
  const { calls, user } = await openThread({
    [`PATCH ${PATH}`]: () => replies.shift()?.promise ?? [503, {}],
  });
  await user.click(await screen.findByRole('radio', { name: 'Done' }));
  await user.click(screen.getByRole('radio', { name: 'Open' }));

  first.resolve([200, buildThread({ version: 2, state: 'done' })]);
  await waitFor(() => expect(calls.filter(({ call }) => call === `PATCH ${PATH}`)).toHaveLength(2));
  expect(screen.getByRole('radio', { name: 'Open' })).toBeChecked();
  second.resolve([200, buildThread({ version: 3, state: 'open' })]);

  await waitFor(() => expect(screen.getByRole('region', { name: 'Open 1' })).toBeVisible());
  expect(screen.getByRole('radio', { name: 'Open' })).toBeChecked();
});

test('what is pressed while another change is on its way follows it, once', async () => {
  const taken = deferred<void>();
  const changes = [
    buildThread({ version: 2, assignee: ME }),
    buildThread({ version: 3, assignee: ME, state: 'done' }),
  ];
  const { calls, user } = await openThread({
    [`PATCH ${PATH}`]: async () => {
      if (changes.length === 2) await taken.promise;
      return [200, changes.shift()];
    },
  });
  const patches = () => calls.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
  const take = await screen.findByRole('button', { name: 'Take it' });
  act(() => {
    take.click();
    take.click();
  });
  await user.click(screen.getByRole('radio', { name: 'Done' }));
  taken.resolve();

  await waitFor(() => expect(screen.getByRole('radio', { name: 'Done' })).toBeChecked());
  expect(screen.getByRole('combobox', { name: 'Who has it' })).toHaveValue(ME.id);
  expect(patches()).toEqual([
    { version: 1, assigneeId: ME.id },
    { version: 2, state: 'done' },
  ]);
});

test('what was pressed after a change that somebody else was faster than is not done to what nobody here has seen', async () => {
  const refused = deferred<void>();
  const message = 'Mo Bell took it at 4:10 PM PST. You see it as it is now.';
  const { calls, user } = await openThread({
    [`PATCH ${PATH}`]: async () => {
      await refused.promise;
      return [409, { code: 'VERSION_CONFLICT', message }];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Take it' }));
  await user.click(screen.getByRole('radio', { name: 'Done' }));
  refused.resolve();

  await waitFor(() => expect(useToastStore.getState().newest).toMatchObject({ description: message }));
  await waitFor(() => expect(calls.filter(({ call }) => call === `GET ${PATH}`)).toHaveLength(2));
  expect(calls.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(1);
  expect(screen.getByRole('radio', { name: 'Open' })).toBeChecked();
});

test('an answer that is sent twice in a moment goes out once', async () => {
  const slow = deferred<Thread>();
  const { calls, user } = await openThread({
    [`POST ${PATH}/answers`]: () => slow.promise.then((thread) => [201, thread] as const),
  });
  await user.type(await box(), 'Gladly.');
  const send = screen.getByRole('button', { name: 'Send, done' });

  act(() => {
    send.click();
    send.click();
  });
  slow.resolve(buildThread({ version: 2, state: 'done', assignee: ME }));

  await waitFor(async () => expect(await box()).toHaveValue(''));
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});
