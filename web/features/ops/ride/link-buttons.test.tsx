// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sent } from '#web/testing/serve-api.ts';
import { receiveBoardEvent } from '../board/board-store.ts';
import {
  ACCEPTED,
  button,
  newestToast,
  openDrawer,
  PATH,
  RIDE,
  setUpDrawer,
} from './testing/open-drawer.tsx';

setUpDrawer();

const SHARE = `POST ${PATH}/share`;
const shared = { ride: { ...RIDE, version: RIDE.version + 1 }, tripLink: '/trip/AAAAAAAAAAAAAAAAAAAAAA' };
const LINK = `${window.location.origin}/trip/AAAAAAAAAAAAAAAAAAAAAA`;

test('one press copies the trip link of a ride to the clipboard', async () => {
  const { calls, user } = await openDrawer(RIDE, { [SHARE]: [200, shared] });

  await user.click(await button('Copy trip link'));

  await waitFor(() => expect(newestToast()?.title).toBe('Trip link copied'));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  expect(sent(calls, SHARE)).toHaveLength(1);
  expect(screen.queryByRole('textbox', { name: 'Trip link' })).toBeNull();
});

test('if the browser denies access to the clipboard, the trip link is shown and selected', async () => {
  const { user } = await openDrawer(RIDE, { [SHARE]: [200, shared] });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));

  await user.click(await button('Copy trip link'));

  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Trip link' });
  expect(field).toHaveValue(LINK);
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
  expect(newestToast()).toBeNull();
});

test('a refused trip link shows the message of the server', async () => {
  const message = 'Its rider has not confirmed alex@example.com yet.';
  const { user } = await openDrawer(RIDE, { [SHARE]: [403, { code: 'EMAIL_NOT_CONFIRMED', message }] });

  await user.click(await button('Copy trip link'));

  await waitFor(() => expect(newestToast()).toMatchObject({ title: 'No trip link', description: message }));
});

test('a ride that is unpaid or over offers no trip link', async () => {
  await openDrawer({ ...RIDE, paymentStatus: 'pending' });
  expect(screen.queryByRole('button', { name: 'Copy trip link' })).toBeNull();

  act(() => receiveBoardEvent([{ ...ACCEPTED, version: 7, status: 'in_progress' }]));
  expect(await button('Copy trip link')).toBeVisible();
  act(() => receiveBoardEvent([{ ...ACCEPTED, version: 8, status: 'completed' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy trip link' })).toBeNull());
});
