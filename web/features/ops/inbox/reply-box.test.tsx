// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Thread } from '#common/messages/inbox.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import type { ApiReplies } from '#web/testing/serve-api.ts';
import { buildRow, buildThread } from '../testing/build-message.ts';
import { clearReplyDrafts } from './reply-drafts.ts';
import { listed, ME, openThread, PATH, pageOf, ROW, replyBox } from './testing/open-inbox.tsx';

test('an answer is sent with the version that was read, and the list is updated', async () => {
  const { calls, user } = await openThread({
    [`POST ${PATH}/answers`]: [201, buildThread({ version: 2, state: 'waiting', assignee: ME })],
  });

  await user.type(await replyBox(), 'Gladly.');
  await user.click(screen.getByRole('button', { name: 'Send, wait for an answer' }));

  expect(await screen.findByRole('region', { name: 'Waiting 1' })).toHaveTextContent('Wheelchair access');
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    version: 1,
    text: 'Gladly.',
    state: 'waiting',
  });
  expect(await replyBox()).toHaveValue('');
});

test('when someone else answered first, the message is reloaded and the typed answer stays', async () => {
  const message = 'Mo Bell answered it at 4:10 PM PST. You see it as it is now.';
  const replies: ApiReplies = {
    [`POST ${PATH}/answers`]: [409, { code: 'VERSION_CONFLICT', message }],
  };
  const { user } = await openThread(replies);
  await user.type(await replyBox(), 'Gladly.');
  const entry = { kind: 'answer', by: 'Mo Bell', text: 'We do.', at: ROW.receivedAt, mail: 'sent' } as const;
  replies[`GET ${PATH}`] = [200, buildThread({ version: 2, entries: [{ id: 'f'.repeat(24), ...entry }] })];

  await user.click(screen.getByRole('button', { name: 'Send, done' }));

  await waitFor(() => expect(useToastStore.getState().newest).toMatchObject({ description: message }));
  expect(await screen.findByText('We do.')).toBeVisible();
  expect(await replyBox()).toHaveValue('Gladly.');
});

test('a note for staff is posted as a note, not as an answer', async () => {
  const { calls, user } = await openThread({ [`POST ${PATH}/notes`]: [201, buildThread({ version: 2 })] });
  await replyBox();

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

test('text typed while an answer is being sent stays', async () => {
  const slow = deferred<Thread>();
  const { user } = await openThread({
    [`POST ${PATH}/answers`]: () => slow.promise.then((thread) => [201, thread] as const),
  });
  await user.type(await replyBox(), 'Gladly.');
  await user.click(screen.getByRole('button', { name: 'Send, wait for an answer' }));
  await screen.findByRole('button', { name: 'Sending...' });

  await user.type(await replyBox(), ' The lift is at the rear.');
  slow.resolve(buildThread({ version: 2, state: 'waiting', assignee: ME }));

  await waitFor(async () => expect(await replyBox()).toHaveValue('The lift is at the rear.'));
});

test('a draft stays with its message while another one is open, until it is added', async () => {
  const scarf = buildRow({ id: 'b'.repeat(24), subject: 'Grey scarf' });
  const { user } = await openThread({
    [listed('open')]: pageOf([ROW, scarf]),
    [`GET /api/ops/inbox/${scarf.id}`]: [200, buildThread(scarf)],
    [`POST ${PATH}/notes`]: [201, buildThread({ version: 2 })],
  });
  const openFrom = async (subject: RegExp) => {
    await user.click(await screen.findByRole('link', { name: subject }));
    await screen.findByRole('heading', { name: subject });
  };
  const noteBox = () => screen.findByRole('textbox', { name: 'Note, seen by us alone' });
  await replyBox();
  await user.click(screen.getByRole('button', { name: 'Note for us' }));
  await user.type(await noteBox(), 'Asked Tom.');

  await openFrom(/Grey scarf/);
  expect(await replyBox()).toHaveValue('');
  await openFrom(/Wheelchair access/);

  expect(await noteBox()).toHaveValue('Asked Tom.');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(async () => expect(await noteBox()).toHaveValue(''));
  await openFrom(/Grey scarf/);
  await openFrom(/Wheelchair access/);
  expect(await noteBox()).toHaveValue('');
});

test('clearing the drafts at sign-out empties the reply box', async () => {
  const { user } = await openThread();
  await user.type(await replyBox(), 'Gladly.');

  act(clearReplyDrafts);

  expect(await replyBox()).toHaveValue('');
});

test('pressing Send twice at once sends the answer once', async () => {
  const slow = deferred<Thread>();
  const { calls, user } = await openThread({
    [`POST ${PATH}/answers`]: () => slow.promise.then((thread) => [201, thread] as const),
  });
  await user.type(await replyBox(), 'Gladly.');
  const send = screen.getByRole('button', { name: 'Send, done' });

  act(() => {
    send.click();
    send.click();
  });
  slow.resolve(buildThread({ version: 2, state: 'done', assignee: ME }));

  await waitFor(async () => expect(await replyBox()).toHaveValue(''));
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});
