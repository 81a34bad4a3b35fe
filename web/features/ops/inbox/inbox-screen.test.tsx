// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { InboxRow, InboxState } from '#common/messages/inbox.ts';
import { resyncLists } from '#web/lib/active-lists.ts';
import { emitOps } from '#web/lib/ops-channel.ts';
import { deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { buildRow, buildThread } from '../testing/build-message.ts';
import { listed, ME, MO, openInbox, openThread, PATH, pageOf, ROW, replyBox } from './testing/open-inbox.tsx';

test('a new message appears in the list at once, and one marked as done moves to its group', async () => {
  await openInbox();
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

test('a placeholder asks to choose a message until one is opened', async () => {
  const { user } = await openInbox();
  expect(await screen.findByText('Choose a message')).toBeVisible();

  await user.click(await screen.findByRole('link', { name: /Wheelchair access/ }));

  expect(screen.queryByText('Choose a message')).toBeNull();
});

test('an empty inbox does not ask to choose a message until one arrives', async () => {
  await openInbox('/ops/inbox', { [listed('open')]: pageOf([]) });
  expect(await screen.findByText('Nothing to answer')).toBeVisible();
  expect(screen.queryByText('Choose a message')).toBeNull();

  act(() => emitOps('inbox:changed', [ROW]));

  expect(await screen.findByText('Choose a message')).toBeVisible();
  expect(screen.queryByText('Nothing to answer')).toBeNull();
});

test('a stale event does not bring back a message that has left the list', async () => {
  await openInbox();
  await screen.findByRole('region', { name: 'Open 1' });

  act(() => emitOps('inbox:changed', [{ ...ROW, version: 3, state: 'done', assignee: MO }]));
  await screen.findByRole('region', { name: 'Done 1' });
  act(() => emitOps('inbox:changed', [{ ...ROW, version: 2, assignee: MO }]));

  expect(screen.getByRole('region', { name: 'Done 1' })).toHaveTextContent('Wheelchair access');
  expect(screen.queryByRole('region', { name: /^Open/ })).toBeNull();
});

test('a repeated event schedules no further reload of a list', async () => {
  const listedIn = (state: InboxState, id: string) => pageOf([buildRow({ id: id.repeat(24), state })]);
  await openInbox('/ops/inbox', {
    [listed('waiting')]: listedIn('waiting', 'b'),
    [listed('done')]: listedIn('done', 'c'),
  });
  for (const name of ['Open 1', 'Waiting 1', 'Done 1']) await screen.findByRole('region', { name });
  const change = { ...ROW, version: 2, state: 'done' as const, assignee: MO };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  act(() => emitOps('inbox:changed', [change]));
  // The Waiting list cannot tell whether its total includes that message, so it schedules a reload.
  const waiting = vi.getTimerCount();
  expect(waiting).toBeGreaterThan(0);

  act(() => emitOps('inbox:changed', [change]));

  expect(vi.getTimerCount()).toBe(waiting);
});

test('only a row that has just changed is highlighted', async () => {
  const other = buildRow({ id: 'c'.repeat(24), subject: 'Grey scarf' });
  await openInbox('/ops/inbox', { [listed('open')]: pageOf([ROW, other]) });
  await screen.findByRole('region', { name: 'Open 2' });
  const ringed = () => [...document.querySelectorAll('li:has(.row-ring)')].map((row) => row.textContent);
  expect(ringed()).toEqual([]);

  act(() => emitOps('inbox:changed', [{ ...other, version: 2, assignee: MO }]));
  expect(ringed()).toEqual([expect.stringContaining('Grey scarf')]);
});

test('filters come from the address, and an empty result names them and offers to clear them', async () => {
  const { user } = await openInbox('/ops/inbox?state=done&kind=lead&q=scarf', {
    'GET /api/ops/inbox?state=done&kind=lead&q=scarf': [200, { rows: [], next: null, total: null }],
  });

  expect(await screen.findByText('Done, lead, “scarf”.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));

  expect(await screen.findByRole('region', { name: 'Open 1' })).toBeVisible();
});

test.each([
  [ME.id, 'Mine.'],
  [MO.id, 'Mo Bell.'],
  ['nobody', 'Nobody’s.'],
])('an empty result filtered by the assignee %s names that assignee', async (assignee, words) => {
  const none = (state: InboxState) =>
    [`GET /api/ops/inbox?assignee=${assignee}&state=${state}`, pageOf([])] as const;
  await openInbox(
    `/ops/inbox?assignee=${assignee}`,
    Object.fromEntries([none('open'), none('waiting'), none('done')]),
  );

  expect(await screen.findByText('No message fits')).toBeVisible();
  expect(await screen.findByText(words)).toBeVisible();
});

test('an inbox that fails to load shows one error, and trying again loads all of its lists', async () => {
  const replies: ApiReplies = {
    [listed('open')]: [503, {}],
    [listed('waiting')]: [503, {}],
    [listed('done')]: [503, {}],
  };
  const { user } = await openInbox('/ops/inbox', replies);
  expect(await screen.findByText('We couldn’t load the inbox')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  replies[listed('open')] = pageOf([ROW]);
  replies[listed('waiting')] = pageOf([]);

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('region', { name: 'Open 1' })).toBeVisible();
  expect(await screen.findByText('We couldn’t load done messages')).toBeVisible();
});

const SCARF = buildRow({ id: 'b'.repeat(24), subject: 'Grey scarf', receivedAt: '2026-11-19T21:00:00.000Z' });
const HAT = buildRow({ id: 'c'.repeat(24), subject: 'Lost hat', receivedAt: '2026-11-18T21:00:00.000Z' });
const FURTHER = `${listed('open')}&after=place`;

const cutPage = (rows: InboxRow[], next: string | null, total: number) =>
  [200, { rows, next, total }] as const;

test('after a reconnect every loaded page of a list is loaded again', async () => {
  const replies: ApiReplies = {
    [listed('open')]: cutPage([ROW], 'place', 3),
    [FURTHER]: cutPage([SCARF, HAT], null, 3),
  };
  const { user } = await openInbox('/ops/inbox', replies);
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByRole('region', { name: 'Open 3' })).toHaveTextContent('Lost hat');

  // Mo has completed one, but no event arrived.
  replies[listed('open')] = cutPage([ROW], 'place', 2);
  replies[FURTHER] = cutPage([HAT], null, 2);
  replies[listed('done')] = pageOf([{ ...SCARF, version: 2, state: 'done', assignee: MO }]);
  act(() => resyncLists());

  const group = await screen.findByRole('region', { name: 'Open 2' });
  expect(group).toHaveTextContent('Lost hat');
  expect(group).not.toHaveTextContent('Grey scarf');
  expect(await screen.findByRole('region', { name: 'Done 1' })).toHaveTextContent('Grey scarf');
});

test('a page that arrives after the list has changed leaves no messages out in between', async () => {
  const slow = deferred<ReturnType<typeof cutPage>>();
  const replies: ApiReplies = {
    [listed('open')]: cutPage([ROW, SCARF], 'place', 3),
    [FURTHER]: () => slow.promise,
  };
  const { user } = await openInbox('/ops/inbox', replies);
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  // A new message has pushed the scarf to the next page.
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

test('a list and a message whose reload after an event failed are retried until they load', async () => {
  const replies: ApiReplies = {};
  const { calls } = await openThread(replies);
  await replyBox();
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
