// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const TOKEN = 'x'.repeat(40);
const ASK = 'POST /api/password-resets';
const READ = 'POST /api/password-resets/read';
const SPEND = 'POST /api/password-resets/spend';
const SPENT = [
  409,
  { code: 'LINK_SPENT', message: 'This link was used, or is older than an hour.' },
] as const;
const EMAIL = 'alex@example.com';

const Address = () => {
  const { pathname, hash } = useLocation();
  return <p>{`At ${pathname}${hash}`}</p>;
};

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/driver" element={<p>The driver’s board</p>} />
      </Routes>
      <Address />
    </MemoryRouter>,
  );

const choose = async (password: string) => {
  fireEvent.change(await screen.findByLabelText('New password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and sign in' }));
};

beforeEach(() => {
  sessionStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

test('the token is removed from the address at once, and the new password is sent exactly as typed', async () => {
  const driver = buildUser({ role: 'driver', username: EMAIL });
  const calls = await answerApi({
    [READ]: [200, { email: EMAIL }],
    [SPEND]: [200, buildSession({ driver })],
  });
  open(`/reset-password#${TOKEN}`);
  expect(await screen.findByText('At /reset-password')).toBeVisible();
  expect(await screen.findByText(`For ${EMAIL}`)).toBeVisible();

  await choose('short');
  expect(await screen.findByText('Please choose at least 8 characters.')).toBeVisible();
  await choose(' nine silver limousines ');

  expect(await screen.findByText('The driver’s board')).toBeVisible();
  expect(sent(calls, SPEND).at(-1)).toEqual({ token: TOKEN, password: ' nine silver limousines ' });
  expect(useSessionStore.getState().activeRole).toBe('driver');
});

test('a reset link that no longer works says so and leads to requesting a new one', async () => {
  await answerApi({ [READ]: SPENT, [ASK]: [202, null] });
  open(`/reset-password#${TOKEN}`);

  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Send a new link' }));

  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test('a reset link that could not be checked can be tried again', async () => {
  const replies = { [READ]: [503, {}] as const as readonly [number, unknown] };
  await answerApi(replies);
  open(`/reset-password#${TOKEN}`);
  expect(await screen.findByText('We couldn’t check your link')).toBeVisible();

  replies[READ] = [200, { email: EMAIL }];
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByLabelText('New password')).toBeVisible();
});

test('a requested reset link does not reveal whether the account exists and can be resent a minute later', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = await answerApi({ [ASK]: [202, null] });
  open('/reset-password');
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'alex@example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();

  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: EMAIL } });
  // The button shows "sending" until the first attempt is finished.
  fireEvent.click(await screen.findByRole('button', { name: 'Send the link' }));

  expect(await screen.findByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  expect(screen.getByText(`If an account has ${EMAIL}, a link is on its way.`)).toBeVisible();
  const again = () => screen.getByRole('button', { name: 'Send it again' });
  expect(again()).toHaveAttribute('aria-disabled', 'true');
  act(() => void vi.advanceTimersByTime(59_000));
  expect(again()).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(again());
  expect(sent(calls, ASK)).toEqual([{ email: EMAIL }]);

  act(() => void vi.advanceTimersByTime(1_000));
  expect(again()).not.toHaveAttribute('aria-disabled');
  fireEvent.click(again());

  expect(await screen.findByText('In 60 seconds')).toBeVisible();
  expect(sent(calls, ASK)).toEqual([{ email: EMAIL }, { email: EMAIL }]);
  expect(calls).toHaveLength(2);
});

test('a reached rate limit is shown at the field', async () => {
  const message = 'Too many attempts. Please try again later.';
  await answerApi({ [ASK]: [429, { code: 'TOO_MANY_REQUESTS', message }] });
  open('/reset-password');

  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: EMAIL } });
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));

  expect(await screen.findByText(message)).toBeVisible();
});
