// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerApi, sent } from '#web/testing/serve-api.ts';
import { SignInForm } from './sign-in-form.tsx';

// Simulates a chunk of an earlier build, which no longer exists.
vi.mock('./second-step-form.tsx', () => {
  throw new Error('gone');
});

test('where the form for the code cannot be had, it is said that nobody is signed in, each time', async () => {
  const message = 'Please enter the code of your authenticator app.';
  const calls = await answerApi({ 'POST /api/session': [401, { code: 'SECOND_FACTOR_REQUIRED', message }] });
  const user = userEvent.setup();
  render(<SignInForm onSignedIn={() => {}} />);
  await user.type(screen.getByLabelText('Email address'), 'tom@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse battery staple');

  await user.click(screen.getByRole('button', { name: 'Sign in' }));

  expect(await screen.findByRole('alert')).toHaveTextContent(/^You are not signed in yet:/);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => sent(calls, 'POST /api/session')).toHaveLength(2);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^You are not signed in yet:/);
});
