// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { SignInForm } from './sign-in-form.tsx';

// Simulates a chunk of an earlier build, which no longer exists.
vi.mock('./second-step-form.tsx', () => {
  throw new Error('gone');
});

test('if the form for the code fails to load, every attempt says that nobody is signed in yet', async () => {
  const message = 'Please enter the code of your authenticator app.';
  const reply = [401, { code: 'SECOND_FACTOR_REQUIRED', message }] as const;
  const second = deferred<typeof reply>();
  const replies: ApiReplies = { 'POST /api/session': reply };
  await answerApi(replies);
  const user = userEvent.setup();
  render(<SignInForm email="" onEmail={() => {}} onSignedIn={() => {}} />);
  await user.type(screen.getByLabelText('Email address'), 'tom@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse battery staple');

  await user.click(screen.getByRole('button', { name: 'Sign in' }));

  expect(await screen.findByRole('alert')).toHaveTextContent(/^You are not signed in yet:/);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  replies['POST /api/session'] = () => second.promise;
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.queryByRole('alert')).toBeNull();
  second.resolve(reply);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^You are not signed in yet:/);
});
