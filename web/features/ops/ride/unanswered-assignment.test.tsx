// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { deferred } from '#web/testing/deferred.ts';
import { sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import { buildNoted } from '../testing/build-assigned.ts';
import { button, newestToast, openDrawer, PATH, RAYS, setUpDrawer } from './testing/open-drawer.tsx';

setUpDrawer();

test('an assignment confirmed by its event is reported as done, even if its reply fails', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const { known, user } = await openDrawer();
  known[`POST ${PATH}/assign`] = () => reply.promise;
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));
  act(() => receiveBoardEvent([RAYS]));
  expect(screen.getByRole('heading', { name: 'Assign a driver' })).toBeVisible();
  reply.resolve([504, {}]);

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  expect(newestToast()?.action).toMatchObject({ label: 'Undo' });
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Assign a driver' })).toBeNull());
});

test('an assignment whose reply was lost until its time limit is reported without an Undo', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const { calls, known, user } = await openDrawer();
  known[`POST ${PATH}/assign`] = () => reply.promise;
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));
  await waitFor(() => expect(sent(calls, `POST ${PATH}/assign`)).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + UNDO_MS });
  onTestFinished(() => void vi.useRealTimers());
  act(() => receiveBoardEvent([RAYS]));
  reply.resolve([504, {}]);

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  expect(newestToast()?.action).toBeUndefined();
});

test('the Undo of an assignment that was sent twice without an answer counts from the first time', async () => {
  const { known, user } = await openDrawer();
  known[`POST ${PATH}/assign`] = [504, {}];
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));
  useToastStore.setState({ newest: null });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + UNDO_MS });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));

  act(() => receiveBoardEvent([RAYS]));

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  expect(newestToast()?.action).toBeUndefined();
});

test('an assignment without an answer whose event arrives with a colleague’s note is reported without an Undo', async () => {
  const { known, user } = await openDrawer();
  known[`POST ${PATH}/assign`] = [504, {}];
  await user.click(await button('Assign driver'));
  await user.click(await screen.findByRole('option', { name: /Ray Donnelly/ }));
  await waitFor(() => expect(newestToast()?.title).toBe('No answer'));

  act(() => receiveBoardEvent([buildNoted(RAYS)]));

  await waitFor(() => expect(newestToast()?.title).toBe('Ray Donnelly has the ride'));
  expect(newestToast()?.action).toBeUndefined();
});
