// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { SignInForm } from './sign-in-form.tsx';

const QUESTION = 'Sign in as Tom Hale alongside Ana Ruiz?';
const asked = [409, { code: 'SOMEBODY_SIGNED_IN', message: QUESTION }] as const;
const user = userEvent.setup();

async function submit() {
  await user.type(screen.getByLabelText('Email address'), 'tom@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse battery staple');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('signing in while another person is signed in asks for confirmation', async () => {
  const replies: Parameters<typeof answerApi>[0] = { 'POST /api/session': [...asked] };
  const calls = await answerApi(replies);
  const onSignedIn = vi.fn();
  render(<SignInForm email="" onEmail={() => {}} onSignedIn={onSignedIn} />);
  await submit();

  expect(await screen.findByRole('alert')).toHaveTextContent(QUESTION);
  expect(onSignedIn).not.toHaveBeenCalled();
  replies['POST /api/session'] = [200, buildSession({ driver: buildUser({ username: 'tom@example.com' }) })];
  await user.click(screen.getByRole('button', { name: 'Sign in anyway' }));

  await expect.poll(() => onSignedIn).toHaveBeenCalledOnce();
  expect(calls.map(({ body }) => body)).toMatchObject([{ email: 'tom@example.com' }, { beside: true }]);
});

test('Not now and typing another email address both dismiss the confirmation', async () => {
  await answerApi({ 'POST /api/session': [...asked] });
  render(<SignInForm email="" onEmail={() => {}} onSignedIn={() => {}} />);
  await submit();
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(QUESTION);

  await user.type(screen.getByLabelText('Email address'), 'x');

  expect(screen.queryByText(QUESTION)).toBeNull();
});
