// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { receiveSession, setActiveRole, useSessionStore } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { type ApiReplies, answerApi, sent } from '#web/testing/serve-api.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const TOKEN = 'x'.repeat(40);
const READ = 'POST /api/email-confirmations/read';
const SPEND = 'POST /api/email-confirmations/spend';
const SESSION = 'GET /api/session';
const EMAIL = 'alex@example.com';

const Address = () => {
  const { pathname, hash } = useLocation();
  return <p>{`At ${pathname}${hash}`}</p>;
};

const open = (address = `/confirm-email#${TOKEN}`) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ConfirmEmailPage />
      <Address />
    </MemoryRouter>,
  );

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

test('the token is removed from the address at once, and confirming requires pressing the button', async () => {
  const rider = buildUser({ username: EMAIL, isEmailConfirmed: false });
  receiveSession(buildSession({ rider }));
  const link = { email: EMAIL, isChange: false };
  const calls = await answerApi({
    [READ]: [200, link],
    [SPEND]: [200, link],
    [SESSION]: [200, buildSession({ rider: { ...rider, isEmailConfirmed: true } })],
  });
  open();
  expect(await screen.findByText('At /confirm-email')).toBeVisible();
  const button = await screen.findByRole('button', { name: 'Confirm this address' });
  expect(calls.map(({ call }) => call)).toEqual([READ]);

  fireEvent.click(button);

  expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  expect(sent(calls, SPEND)[0]).toEqual({ token: TOKEN });
  expect(useSessionStore.getState().session.rider?.isEmailConfirmed).toBe(true);
  expect(screen.getByRole('link', { name: 'Your account' })).toBeVisible();
});

test('a user signed in here in a role that is not active gets a link to their account, which activates it', async () => {
  const [rider, driver] = [buildUser({ username: EMAIL }), buildUser({ role: 'driver' })];
  receiveSession(buildSession({ rider, driver }));
  setActiveRole('driver');
  const link = { email: EMAIL, isChange: false };
  await answerApi({
    [READ]: [200, link],
    [SPEND]: [200, link],
    [SESSION]: [200, buildSession({ rider, driver })],
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm this address' }));

  fireEvent.click(await screen.findByRole('link', { name: 'Your account' }));

  expect(await screen.findByText('At /account')).toBeVisible();
  expect(useSessionStore.getState().activeRole).toBe('rider');
});

test('a signed-out user confirms a changed email address with the password and gets a sign-in link', async () => {
  const link = { email: EMAIL, isChange: true };
  const calls = await answerApi({
    [READ]: [200, { ...link, needsPassword: true }],
    [SPEND]: [200, link],
    [SESSION]: [200, buildSession()],
  });
  open();

  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'four black sedans' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Use this address' }));

  expect(await screen.findByRole('heading', { name: 'Your address is changed' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(sent(calls, SPEND)[0]).toEqual({
    token: TOKEN,
    password: 'four black sedans',
  });
});

test('a missing or wrong password is shown as an error at its field', async () => {
  const refused = (message: string) =>
    [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'password', message }] }] as const;
  const wrong = 'That is not the password of this account.';
  const calls = await answerApi({
    [READ]: [200, { email: EMAIL, isChange: false, needsPassword: true }],
    [SPEND]: refused(wrong),
  });
  open();
  const press = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm this address' }));
  await press();
  expect(await screen.findByText('Please enter your password.')).toBeVisible();
  expect(calls.some(({ call }) => call === SPEND)).toBe(false);

  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a guess' } });
  await press();

  expect(await screen.findByText(wrong)).toBeVisible();
  expect(screen.getByRole('link', { name: 'choose a new one' }).getAttribute('href')).toBe('/reset-password');
});

test('a user signed out after opening the page is asked for the password on confirming', async () => {
  const message = 'Please enter the password of this account.';
  await answerApi({
    [READ]: [200, { email: EMAIL, isChange: false }],
    [SPEND]: [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'password', message }] }],
  });
  open();
  const button = await screen.findByRole('button', { name: 'Confirm this address' });
  expect(screen.queryByLabelText('Password')).toBeNull();

  fireEvent.click(button);

  expect(await screen.findByLabelText('Password')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
});

test('a password that was asked for on confirming stays in its field when the next attempt fails', async () => {
  const message = 'Please enter the password of this account.';
  const replies: ApiReplies = {
    [READ]: [200, { email: EMAIL, isChange: false }],
    [SPEND]: [400, { code: 'INVALID_REQUEST', message, issues: [{ path: 'password', message }] }],
  };
  await answerApi(replies);
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm this address' }));
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'four black sedans' } });
  replies[SPEND] = [503, { code: 'UNAVAILABLE', message: 'Please try again.' }];

  fireEvent.click(screen.getByRole('button', { name: 'Confirm this address' }));

  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveValue('four black sedans');
});

test('a link that no longer works says so, and that the account’s address is already confirmed', async () => {
  receiveSession(buildSession({ rider: buildUser({ username: EMAIL }) }));
  await answerApi({ [READ]: [409, { code: 'LINK_SPENT', message: 'This link was used.' }] });
  open();

  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(screen.getByText(/Your account’s address, alex@example.com, is confirmed\./)).toBeVisible();
});

test('an email address that was taken meanwhile is reported as taken', async () => {
  const message = 'There is already an account with this email address.';
  await answerApi({
    [READ]: [200, { email: EMAIL, isChange: true }],
    [SPEND]: [409, { code: 'EMAIL_TAKEN', message }],
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Use this address' }));

  expect(await screen.findByText(message)).toBeVisible();
});

test('without a token the page asks to open the link in the email', async () => {
  open('/confirm-email');

  expect(await screen.findByRole('heading', { name: 'Open the link in your email' })).toBeVisible();
});
