// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '#common/users/account.ts';
import { receiveSession, useSessionStore } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { AccountPage } from './account-page.tsx';

const READ = 'GET /api/account?role=rider';
const CHANGE = 'PUT /api/account/password';
const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(43));
const DEVICES = ['Chrome on Windows', 'Safari on iPhone', 'Firefox on Mac'];

const account = (): Account => ({
  passwordChangedAt: '2026-03-03T18:00:00.000Z',
  sessions: DEVICES.map((device, index) => ({
    key: KEYS[index] ?? '',
    device,
    network: index === 2 ? null : '203.0.113.x',
    signedInAt: '2026-11-02T16:05:00.000Z',
    seenAt: '2026-11-19T05:20:00.000Z',
    isCurrent: index === 0,
  })),
});

const rider = buildUser({ name: 'Alex Morgan', username: 'alex@example.com' });

const open = () =>
  render(
    <MemoryRouter initialEntries={['/account']}>
      <AccountPage />
    </MemoryRouter>,
  );

const rows = () => within(screen.getByRole('region', { name: 'Signed-in devices' })).getAllByRole('listitem');

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  receiveSession(buildSession({ rider }));
});

test('each browser is told by device, network and times; the others can be signed out', async () => {
  const calls = await answerApi({
    [READ]: [200, account()],
    [`DELETE /api/account/sessions/${KEYS[1]}?role=rider`]: [204, null],
    'DELETE /api/account/sessions?role=rider': [204, null],
  });
  open();
  await screen.findByText('Chrome on Windows');
  const [own, phone, laptop] = rows();
  expect(own?.textContent).toContain('This device');
  expect(own?.textContent).toContain('active now');
  expect(phone?.textContent).toContain('Network 203.0.113.x');
  expect(phone?.textContent).toMatch(/last seen Wed 18 Nov.*, 9:20 PM PST/);
  expect(laptop?.textContent).not.toContain('Network');

  fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  await expect.poll(() => rows().length).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  await expect.poll(() => rows().length).toBe(1);

  expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull();
  expect(calls).toHaveLength(3);
});

test('a password that is refused is said at its field', async () => {
  const message = 'That is not your present password.';
  const calls = await answerApi({
    [READ]: [200, account()],
    [CHANGE]: [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'currentPassword', message }] }],
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: 'wrong' } });
  fireEvent.change(dialog.getByLabelText('New password'), { target: { value: 'short' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('Please choose at least 8 characters.')).toBeDefined();

  fireEvent.change(dialog.getByLabelText('New password'), { target: { value: 'nine silver limousines' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change password' }));

  expect(await dialog.findByText(message)).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({
    role: 'rider',
    currentPassword: 'wrong',
    password: 'nine silver limousines',
  });
});

test('nobody’s account is shown to a visitor', async () => {
  receiveSession(buildSession());
  const calls = await answerApi({});
  open();

  const link = await screen.findByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe('/sign-in?next=%2Faccount');
  expect(calls).toEqual([]);
});
