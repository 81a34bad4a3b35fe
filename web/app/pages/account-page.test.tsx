// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Account } from '#common/users/account.ts';
import { failSession, receiveSession, useSessionStore } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { AccountPage } from './account-page.tsx';

const READ = 'GET /api/account?role=rider';
const FACTORS = 'GET /api/account/factors?role=rider';
const CHANGE = 'PUT /api/account/password';
const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(43));
const DEVICES = ['Chrome on Windows', 'Safari on iPhone', 'Firefox on Mac'];

const account = (): Account => ({
  emailConfirmedAt: '2026-03-03T17:00:00.000Z',
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

test('signed-in devices are listed with network and times, and other devices can be signed out', async () => {
  const calls = await answerApi({
    [READ]: [200, account()],
    [FACTORS]: [200, { passkeys: [], totp: null, isRequired: false }],
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
  expect(calls).toHaveLength(4);
});

test('a slow sign-out of one device does not bring back devices signed out meanwhile', async () => {
  const slow = deferred<readonly [number, null]>();
  await answerApi({
    [READ]: [200, account()],
    [FACTORS]: [200, { passkeys: [], totp: null, isRequired: false }],
    [`DELETE /api/account/sessions/${KEYS[1]}?role=rider`]: () => slow.promise,
    'DELETE /api/account/sessions?role=rider': [204, null],
  });
  const announcer = document.createElement('p');
  announcer.id = 'announcer';
  document.body.append(announcer);
  onTestFinished(() => announcer.remove());
  open();
  await screen.findByText('Chrome on Windows');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  await expect.poll(() => rows().length).toBe(1);

  slow.resolve([204, null]);
  await expect.poll(() => announcer.textContent).toBe('Safari on iPhone is signed out.');

  expect(rows()).toHaveLength(1);
});

test('a refused password is shown as an error at its field', async () => {
  const message = 'That is not your current password.';
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
  expect(await dialog.findByText('Please choose at least 8 characters.')).toBeVisible();

  fireEvent.change(dialog.getByLabelText('New password'), { target: { value: 'nine silver limousines' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change password' }));

  expect(await dialog.findByText(message)).toBeVisible();
  expect(sent(calls, CHANGE).at(-1)).toEqual({
    role: 'rider',
    currentPassword: 'wrong',
    password: 'nine silver limousines',
  });
});

test('account deletion explains what is lost, asks for the password, and shows why it is refused', async () => {
  const message = 'A ride is booked or in progress. Please cancel it first, or wait until it is over.';
  const calls = await answerApi({
    [READ]: [200, account()],
    'POST /api/account/deletion': [409, { code: 'ACCOUNT_IN_USE', message }],
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  expect(dialog.getByText(/Anyone with a card’s code can spend what is left on it/)).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText('Please enter your password.')).toBeVisible();

  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: 'a silver limousine' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));

  expect(await dialog.findByText(message)).toBeVisible();
  expect(sent(calls, 'POST /api/account/deletion').at(-1)).toEqual({
    role: 'rider',
    currentPassword: 'a silver limousine',
  });
  expect(useSessionStore.getState().session.rider).not.toBeNull();
});

test('deleting the account signs the user out in this window', async () => {
  await answerApi({ [READ]: [200, account()], 'POST /api/account/deletion': [202, null] });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: 'a silver limousine' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));

  expect(await screen.findByText('Please sign in')).toBeVisible();
});

test('an unconfirmed email address is marked as such, and its link can be sent again', async () => {
  const ask = 'POST /api/email-confirmations';
  const calls = await answerApi({
    [READ]: [200, { ...account(), emailConfirmedAt: null }],
    [ask]: [202, null],
  });
  open();
  expect(await screen.findByText('Not confirmed yet')).toBeVisible();

  fireEvent.click(screen.getByRole('button', { name: 'Send the link again' }));

  expect(await screen.findByText(/^Another link is on its way/)).toBeVisible();
  expect(sent(calls, ask).at(-1)).toEqual({ role: 'rider' });
});

test('a new email address requires the password, gets a link, and is shown once the session has it', async () => {
  const message = 'That is not your current password.';
  const replies: ApiReplies = {
    [READ]: [200, account()],
    'PUT /api/account/email': [
      400,
      { code: 'INVALID_REQUEST', message, issues: [{ path: 'currentPassword', message }] },
    ],
  };
  const calls = await answerApi(replies);
  open();
  expect(await screen.findByText(/^Confirmed Tue 3 Mar/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Change email address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }));
  fireEvent.change(dialog.getByLabelText('New email address'), { target: { value: 'New@Example.com' } });
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: 'a secret' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send the link' }));
  expect(await dialog.findByText(message)).toBeVisible();

  replies['PUT /api/account/email'] = [202, null];
  fireEvent.click(dialog.getByRole('button', { name: 'Send the link' }));

  expect(await screen.findByRole('dialog', { name: 'Look into your mailbox' })).toBeVisible();
  expect(screen.getByText(/^A link is on its way to new@example.com/)).toBeVisible();
  expect(sent(calls, 'PUT /api/account/email').at(-1)).toEqual({
    role: 'rider',
    currentPassword: 'a secret',
    email: 'new@example.com',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByText('alex@example.com')).toBeVisible();

  act(() => receiveSession(buildSession({ rider: { ...rider, username: 'new@example.com' } })));

  expect(screen.getByText('new@example.com')).toBeVisible();
  expect(screen.queryByText('alex@example.com')).toBeNull();
});

test('a visitor sees a sign-in link and no account is loaded', async () => {
  receiveSession(buildSession());
  const calls = await answerApi({});
  open();

  const link = await screen.findByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe('/sign-in?next=%2Faccount');
  expect(calls).toEqual([]);
});

test('an account whose session could not be read is not asked to sign in, and can be loaded again', async () => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  const calls = await answerApi({
    'GET /api/session': [200, buildSession({ rider })],
    [READ]: [200, account()],
    [FACTORS]: [200, { passkeys: [], totp: null, isRequired: false }],
  });
  act(failSession);
  open();

  expect(screen.getByRole('alert')).toHaveTextContent('The server didn’t answer.');
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Chrome on Windows')).toBeVisible();
  expect(calls.map(({ call }) => call)).toContain(READ);
});
