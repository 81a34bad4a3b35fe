// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { Role } from '#common/users/user.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { InvitationPage } from './invitation-page.tsx';

const TOKEN = 'x'.repeat(40);
const READ = `GET /api/invitations/${TOKEN}`;
const ACCEPT = `POST /api/invitations/${TOKEN}`;
const SPENT = {
  code: 'INVITATION_SPENT',
  message: 'This link was used, or is too old. Please sign in, or ask for a new one.',
};

const open = () =>
  render(
    <MemoryRouter initialEntries={[`/invitation/${TOKEN}`]}>
      <Routes>
        <Route path="/invitation/:token" element={<InvitationPage />} />
        <Route path="/ops" element={<p>The console</p>} />
        <Route path="/driver" element={<p>The driver’s board</p>} />
      </Routes>
    </MemoryRouter>,
  );

const choose = async (password: string) => {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Set password and sign in' }));
};

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

test.each([
  ['dispatcher', 'staff', 'The console'],
  ['driver', 'driver', 'The driver’s board'],
] as const)(
  'an invited %s chooses a password and lands on the start page of the role',
  async (role: Role, slot, start) => {
    const user = buildUser({ role, name: 'Dana Reyes', username: 'dana@example.com' });
    const calls = await answerApi({
      [READ]: [200, { name: 'Dana Reyes', email: 'dana@example.com', role }],
      [ACCEPT]: [200, buildSession({ [slot]: user, rider: buildUser() })],
    });
    open();
    expect(await screen.findByRole('heading', { name: 'Welcome, Dana Reyes' })).toBeVisible();

    await choose('short');
    expect(await screen.findByText('Please choose at least 8 characters.')).toBeVisible();
    await choose('a fleet of sedans');

    expect(await screen.findByText(start)).toBeVisible();
    expect(sent(calls, ACCEPT).at(-1)).toEqual({ password: 'a fleet of sedans' });
    expect(useSessionStore.getState()).toMatchObject({ activeRole: slot, session: { [slot]: { role } } });
  },
);

/** Returns the page's links: label and target. */
const waysOn = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('a used invitation says so and offers to sign in or to request a new link', async () => {
  await answerApi({ [READ]: [409, SPENT] });
  open();

  expect(await screen.findByText(SPENT.message)).toBeVisible();
  expect(waysOn()).toEqual([
    ['Sign in', '/sign-in'],
    ['New link for riders', '/reset-password'],
  ]);
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test.each([
  [
    'rider',
    [
      ['Sign in', '/sign-in'],
      ['New link for riders', '/reset-password'],
    ],
  ],
  ['driver', [['Sign in', '/sign-in?role=driver']]],
  ['admin', [['Sign in', '/sign-in?role=staff']]],
] as const)(
  'an invitation used in another window says so and offers the links of the role: %s',
  async (role, ways) => {
    await answerApi({
      [READ]: [200, { name: 'Dana Reyes', email: 'dana@example.com', role }],
      [ACCEPT]: [409, SPENT],
    });
    open();

    await choose('a fleet of sedans');

    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
    expect(waysOn()).toEqual(ways);
  },
);

test('a refused password is shown as an error at its field', async () => {
  const message = 'That password is too common. Please choose another.';
  await answerApi({
    [READ]: [200, { name: 'Dana Reyes', email: 'dana@example.com', role: 'admin' }],
    [ACCEPT]: [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'password', message }] }],
  });
  open();

  await choose('password1');

  expect(await screen.findByText(message)).toBeVisible();
});
