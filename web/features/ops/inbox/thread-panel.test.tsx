// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { buildThread } from '../testing/build-message.ts';
import { ME, MO, openThread, PATH } from './testing/open-inbox.tsx';

test('an unassigned message is taken with one press', async () => {
  const { calls, user } = await openThread({
    [`PATCH ${PATH}`]: [200, buildThread({ version: 2, assignee: ME })],
  });

  await user.click(await screen.findByRole('button', { name: 'Take it' }));

  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Who has it' })).toHaveValue(ME.id));
  expect(calls.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ version: 1, assigneeId: ME.id });
  expect(screen.getByRole('region', { name: 'Open 1' })).toHaveTextContent('Dana Reyes has it');
});

test('a change of assignee or state is shown at once, and reverted when the server refuses it', async () => {
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

test('of two changes in a row the later one stays, also when the reply to the first arrives', async () => {
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

test('a change made while another one is being saved is sent after it, and a double press only once', async () => {
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

test('a change queued behind one that hits a version conflict is not sent', async () => {
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
